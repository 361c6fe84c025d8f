"""`python -m balance` is the command `balance`."""

import sys

from balance.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
