import torch


def normaliser(features):
    with torch.no_grad():
        scale = features.std(dim=0) + 1e-6
    return scale


@torch.no_grad()
def embed(model, batch):
    scale = normaliser(batch)
    return model(batch / scale)


torch.manual_seed(0)
encoder = torch.nn.Linear(4, 2)
gallery = [embed(encoder, torch.randn(5, 4)) for _ in range(3)]

evidence = {"the gallery keeps graphs": any(item.requires_grad for item in gallery)}
