"""Rules of AstroNuts in compiled form; start reading at `playout.py`."""
