"""Matches between programs that play NoGo: engines, a referee, results that can be resumed, Elo and SPRT."""
