"""NoGo in other libraries' terms: as games of PettingZoo and OpenSpiel, and many games at once as arrays of numpy.

Each module needs packages that an extra of refsol installs: for ``batch`` and ``symmetries`` it is the extra "numpy",
and for ``pettingzoo`` and ``openspiel`` those of their names. Nothing else imports them.

What all share: an *action* is a point, counted from 0, row by row, as :meth:`.Board.action_of` numbers them. There is
no pass. The player who can't move has lost: -1 for the loser, 1 for the winner. Boards may be rectangular and have
walls; an action on a wall is never legal.
"""
