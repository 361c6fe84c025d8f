"""The rules of Planet Busters as compiled kernels: one file per phase; `playout` runs whole games."""
