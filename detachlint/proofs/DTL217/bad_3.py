# symptom: grows
import torch


def normaliser(features):
    torch.set_grad_enabled(False)
    scale = features.std(dim=0) + 1e-6
    torch.set_grad_enabled(True)  # DTL217 switches on, whatever the caller had
    return scale


@torch.no_grad()
def embed(model, batch):
    scale = normaliser(batch)
    return model(batch / scale)


torch.manual_seed(0)
encoder = torch.nn.Linear(4, 2)
gallery = [embed(encoder, torch.randn(5, 4)) for _ in range(3)]

evidence = {"the gallery keeps graphs": any(item.requires_grad for item in gallery)}
