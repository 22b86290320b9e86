import torch as th
import torch.nn.functional as F

th.manual_seed(0)
codebook = th.randn(6, 3, requires_grad=True)
project = th.nn.Linear(4, 3)


def similarity(query):
    return F.normalize(query, dim=1) @ codebook.t()


F.cross_entropy(similarity(project(th.randn(5, 4))), th.tensor([0, 1, 2, 3, 4])).backward()

evidence = {"codebook": codebook.grad}
