"""What the rules about saved storage share: by which way a saved value was changed, and the story of it."""

from __future__ import annotations

from enum import Enum

from detachlint.rules.context import Step, label
from detachlint.shadow.events import SavedModified
from detachlint.shadow.tensor import Alias, Tensor


class Way(Enum):
    """How a write reached the memory that was saved."""

    DIRECT = "direct"
    DETACH = "detach"
    DATA = "data"
    ARRAY = "array"
    STEP = "step"


def way(event: SavedModified) -> Way:
    """Through which alias the write went."""
    write = event.write
    if write.kind == "step":
        return Way.STEP
    if write.kind == "data assignment":
        return Way.DATA
    target = write.target
    if not write.counted or write.kind == "array" or (target is not None and target.alias is Alias.NUMPY):
        return Way.ARRAY
    if write in event.entry.silent:
        return Way.DATA if target is not None and target.alias is Alias.DATA else Way.ARRAY
    if target is not None and target.alias is Alias.DETACH and not _same_object(event.entry.tensor, target):
        return Way.DETACH
    return Way.STEP if _is_trained(event.entry.tensor) else Way.DIRECT


def _is_trained(saved: Tensor) -> bool:
    """Whether a write to what was saved is an update between two backward passes: it is a leaf that has a gradient."""
    return saved.leaf.yes and saved.requires_grad.yes and bool(saved.grads)


def _same_object(saved: Tensor, target: Tensor) -> bool:
    """Whether the detached tensor itself was saved, so that no alias is involved."""
    return saved is target or saved.base is target or (saved.alias_of is not None and saved.alias_of is target.alias_of)


def story(event: SavedModified, alias_words: str = "") -> list[Step]:
    """The places that explain the finding, in order: saved, aliased, changed, used."""
    entry, write = event.entry, event.write
    name = label(entry.tensor)
    steps: list[Step] = [(entry.node.site, f"{name} is saved here for the backward pass of {entry.node.operator}")]
    if alias_words and write.target is not None:
        steps.append((write.target.site, f"shares {name}'s memory{alias_words}"))
    steps.append((write.site, "changes the saved value"))
    if event.root is not None:
        steps.append((event.site, "this backward pass needs the saved value"))
    return steps


def saved_line(event: SavedModified) -> str:
    """``sigmoid saved at line 12``, as a clause."""
    site = event.entry.node.site
    return f"{event.entry.node.operator} saved at line {site.row}" if site is not None else event.entry.node.operator
