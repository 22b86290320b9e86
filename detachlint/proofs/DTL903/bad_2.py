# symptom: n/a
import torch
from torch.autograd import Variable

torch.manual_seed(0)
image = Variable(torch.randn(1, 3, 4, 4), requires_grad=True)  # DTL903 the flag can be given to the tensor itself
score = torch.nn.Conv2d(3, 2, 4)(image).flatten()[1]
score.backward()

evidence = {"saliency": image.grad}
