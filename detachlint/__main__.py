"""``python -m detachlint``."""

from __future__ import annotations

import sys


def forget_working_folder() -> None:
    """Python looks for modules in the working folder first: code that is linted must not be imported by that."""
    import os

    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]


if __name__ == "__main__":
    forget_working_folder()
    from detachlint.cli import main

    main()
