# symptom: grows
import argparse

import torch
from torch import nn


def test(args, model, device, test_loader, criterion):
    model.eval()
    test_loss, kept = 0.0, False
    for data, target in test_loader:
        output = model(data.to(device))  # DTL409 no no_grad here
        test_loss += criterion(output, target.to(device)).item()
        kept = kept or output.requires_grad
    print(f"test loss {test_loss / args.batches:.4f}")
    return kept


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batches", type=int, default=2)
    args = parser.parse_args([])
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 5), nn.Dropout(0.2), nn.Linear(5, 3))
    loader = [(torch.randn(4, 5), torch.randint(3, (4,))) for _ in range(args.batches)]
    return test(args, model, torch.device("cpu"), loader, nn.CrossEntropyLoss())


evidence = {"graph": main()}
