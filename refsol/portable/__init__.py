"""How refsol runs: compiled or from its sources, with librt or without, and by the names that modules had before."""
