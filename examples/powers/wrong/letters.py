"""Wrong: counts letters and ignores their order: the answer is their greatest common divisor."""

import sys
from collections import Counter
from math import gcd

for text in sys.stdin.read().split():
    if text == ".":
        break
    print(gcd(*Counter(text).values()))
