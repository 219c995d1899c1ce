"""Warhammer 40,000, 3rd edition: what the dice need. It knows nothing of Quake 40K.

This library makes *plans*: a shot, a round of blows or a fall is an `Attack` that says what each throw needs
and why. `resolving` asks for the dice of a plan one throw at a time. `odds` follows every answer that the
same resolver could get, with its exact chance, so the odds cannot disagree with the dice. Gear, bonuses,
scenery and most weapon tags are `Modifier`s that carry their source. The rules carry every attack out through
`rules/damage.py`; an event holds its workings as plain facts. A move works alike: a charge is planned by
looking (`plan_charge`: its aim, path, ground and tests), and rule and odds take that plan. A test plays every
fall of the dice of the very command and wants the odds that were shown, exactly.
"""
