"""Compiles the modules that compute with mypyc if ``REFSOL_COMPILE=1``; otherwise all of them are interpreted."""

import os

from setuptools import setup

COMPUTING = ["board", "families", "oracle", "solver"]
extensions = []
if os.environ.get("REFSOL_COMPILE") == "1":
    from mypyc.build import mypycify

    paths = [f"refsol_lamps/{module}.py" for module in COMPUTING]
    extensions = mypycify(paths, opt_level="3", debug_level="0", group_name="refsol_lamps")

setup(ext_modules=extensions)
