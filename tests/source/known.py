"""Programs on which the report is known to differ from torch, each with its reason; a test holds that they still do."""

from __future__ import annotations

from detachlint.finding import Finding

KNOWN_MISSES = {
    "a linear layer of a one-dimensional input returns a view, and shapes are seldom known": """\
import torch
layer = torch.nn.Linear(3, 3)
t = layer(torch.rand(3))
t.detach_()
""",
    "a leaf cut by detach_() is not named as the cause where another factor was cut too": """\
import torch
w = torch.rand(3, requires_grad=True)
other = w.data
w.detach_()
(other * w).sum().backward()
""",
    "the same leaf, where the pass stands under no_grad": """\
import torch
w = torch.rand(3, requires_grad=True)
other = torch.rand(3, requires_grad=True)
w.detach_()
with torch.no_grad():
    (w * other).sum().backward()
""",
    "DTL305 on a tensor excuses a second pass through its freed graph": """\
import torch
w = torch.rand(3, requires_grad=True)
x = torch.rand(3)
h = x * w
h = x * h
(h * x).sum().backward()
seen = h.grad
(h * 2.0).sum().backward()
""",
}
KNOWN_ALARMS = {
    "DTL402 calls a state kept by retain_graph an error, though torch raises only once a weight is updated": """\
import torch
w = torch.rand(3, requires_grad=True)
h = torch.rand(3)
for i in range(3):
    h = (h * w).exp()
    h.sum().backward(retain_graph=True)
""",
}


def is_known_alarm(finding: Finding) -> bool:
    """Whether a finding is of the kind that ``KNOWN_ALARMS`` names."""
    return finding.code == "DTL402" and "`retain_graph` keeps it alive" in finding.message
