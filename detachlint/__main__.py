"""``python -m detachlint``."""

from __future__ import annotations

from detachlint.cli import main

if __name__ == "__main__":
    main()
