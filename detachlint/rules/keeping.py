"""Where a graph was kept."""

from __future__ import annotations

from detachlint.rules.context import Context
from detachlint.shadow import walk
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Site, Tensor


def users(context: Context, root: Tensor, node: Node) -> list[Node]:
    """A node and those through which a loss depends on it, in the order in which they were made."""
    visits = walk.reach(context.engine, root, None).visits
    found = [visit.node for visit in visits if walk.surely_reaches(visit.node, node)]
    return sorted(found, key=lambda item: item.number)


def kept_at(context: Context, root: Tensor, node: Node) -> Site:
    """The first statement that keeps the graph of a node in a name that is still there, or in an object."""
    for user in users(context, root, node):
        if user.bound_site is not None and context.machine.is_running(user.bound_in):
            return user.bound_site
    return node.bound_site if node.bound_site is not None else node.site
