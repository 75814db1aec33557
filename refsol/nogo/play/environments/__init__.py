"""NoGo in other libraries' terms: as games of PettingZoo and OpenSpiel, and many games at once as arrays of numpy.

Each module needs packages that an extra of refsol installs: for ``batch`` it is the extra "numpy", and for
``pettingzoo`` and ``openspiel`` those of their names. Nothing else imports them.

What all three share: an *action* is a point, counted from 0, row by row, so that row x and column y, both from 1, are
the action ``(x - 1) * columns + y - 1``. There is no pass. The player who can't move has lost: -1 for the
loser, 1 for the winner. Boards may be rectangular and have walls; an action on a wall is never legal.
"""
