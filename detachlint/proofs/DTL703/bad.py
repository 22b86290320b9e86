# symptom: wrong
import torch
import torch.nn.functional as F

logits = torch.tensor([[0.0, 200.0]], requires_grad=True)
probabilities = F.softmax(logits, dim=1)
loss = -torch.log(probabilities)[0, 0]  # DTL703 underflows
loss.backward()
evidence = {"finite": bool(torch.isfinite(logits.grad).all())}
