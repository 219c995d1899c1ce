"""What the screens of shooting, assault and melee share: dice, odds, workings."""
