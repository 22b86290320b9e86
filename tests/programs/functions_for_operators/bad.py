# symptom: raises modified by an inplace operation
import operator

import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
gate = torch.sigmoid(weight)
operator.imul(gate, 2.0)  # DTL101 the same as `*=`
gate.sum().backward()
