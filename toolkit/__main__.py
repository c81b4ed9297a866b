"""`python -m toolkit` is the command `toolkit`."""

from __future__ import annotations

import sys

from toolkit.cli import main

sys.exit(main())
