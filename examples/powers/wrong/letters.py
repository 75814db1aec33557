"""Wrong: counts each letter; the greatest common divisor ignores their order."""

import sys
from collections import Counter
from math import gcd

for text in sys.stdin.read().split():
    if text == ".":
        break
    print(gcd(*Counter(text).values()))
