"""Which in-place operators torch lets write to a tensor whose elements share memory."""

from __future__ import annotations

import pytest
import torch

from detachlint.shadow.engine import WRITES_OVERLAPPING
from tests.shadow.from_facts import known_operators
from tests.shadow.measured import FLOAT, SIDE, operand


@pytest.mark.filterwarnings("ignore")
def test_torch_allows_these_and_no_others() -> None:
    allowed, refused = set(), set()
    for known in known_operators():
        if not known.in_place:
            continue
        target = torch.rand(SIDE).expand(SIDE, SIDE)
        rest = [operand(kind, False, False) for kind in known.tensors[1:]]
        assert known.tensors[0] == FLOAT
        try:
            known.call(target, *rest)
        except RuntimeError as error:
            if "single memory location" in str(error):
                refused.add(known.name.rstrip("_"))
        else:
            allowed.add(known.name.rstrip("_"))
    assert len(refused) > 100
    assert allowed <= WRITES_OVERLAPPING
    assert not refused & WRITES_OVERLAPPING
