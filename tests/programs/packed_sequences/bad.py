# symptom: wrong
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
lstm, head = nn.LSTM(3, 4, batch_first=True), nn.Linear(4, 1)
packed = pack_padded_sequence(torch.randn(2, 5, 3), [5, 3], batch_first=True)
out, _ = lstm(packed)
hidden, lengths = pad_packed_sequence(out, batch_first=True)
hidden.data.mul_(0.5)  # DTL104 the factor is missing from the gradient
head(hidden).sum().backward()

evidence = {"lstm": lstm.weight_hh_l0.grad}
