# symptom: grows
import torch
from torch import nn


def explain(model, images):
    model.eval()
    maps, graph = [], False
    for image in images:
        score = model(image).max()  # DTL409 the map is made of the image alone
        maps.append(image.abs() * score.item())
        graph = score.requires_grad
    return torch.stack(maps), graph


torch.manual_seed(0)
maps, graph = explain(nn.Linear(4, 2), torch.rand(3, 4))
evidence = {"graph": graph}
