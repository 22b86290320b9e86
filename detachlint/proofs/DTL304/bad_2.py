# symptom: raises [Oo]nly Tensors of floating point (and complex )?dtype can require gradients
"""The weights of the classes are learned along with the classifier."""
import torch
import torch.nn.functional as F
from torch import nn


def class_weights(counts):
    return torch.tensor([max(counts) // count for count in counts])


torch.manual_seed(0)
classifier = nn.Linear(4, 3)
weights = class_weights([10, 50, 25])
weights.requires_grad_()  # DTL304 whole numbers all the way down
optimizer = torch.optim.SGD([*classifier.parameters(), weights], lr=0.01)
x, y = torch.randn(20, 4), torch.randint(0, 3, (20,))
for epoch in range(3):
    log_probability = F.log_softmax(classifier(x), dim=1)
    picked = -log_probability.gather(1, y.unsqueeze(1)).squeeze(1)
    share = F.softmax(weights, dim=0)[y]
    loss = (share * picked).sum() / share.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, round(loss.item(), 3))
