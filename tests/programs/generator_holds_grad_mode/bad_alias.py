# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)


def features(batches):
    quiet = torch.no_grad()
    with quiet:
        for x in batches:
            yield encoder(x)  # DTL218 the caller goes on with grad mode off


needs = []
for h in features(torch.randn(2, 5, 3)):
    needs.append(head(h).requires_grad)

evidence = {"needs": needs[0]}
