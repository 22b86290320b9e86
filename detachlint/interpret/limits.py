"""The bounds that keep the cost of a file in proportion to its length."""

from __future__ import annotations

CALL_DEPTH = 24
RECURSION = 3
"""How often one function may be active at a time."""
STEPS_OF_ONE_FUNCTION = 12_000
"""Evaluations allowed within one function in a run, all its calls and what they call included."""
UNROLL = 12
"""Loops over at most so many known elements are run as they are."""
UNROLL_TOTAL = 64
"""The most often a statement is run by nested unrolled loops."""
ABSTRACT_ITERATIONS = 2
"""How often a loop of unknown length is run: the second shows what the first leaves to the next."""
ELEMENTS_CHOSEN = 3
"""How many elements of a container are tried where it is not known which one is meant."""
ALTERNATIVES = 6
"""How many values a name may stand for before it stands for anything."""
STEPS_PER_NODE = 30
"""Evaluations allowed per syntax node of the file, over all runs."""
STEPS_LEAST = 40_000
UNROLL_NODES = 6_000
"""Longer loops are run as they are too while their bodies have no more nodes than this, all iterations together."""
CHARACTERS_PER_NODE = 6
"""Roughly how many characters of source make one node of syntax."""
