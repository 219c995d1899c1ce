"""Epic Escarmouches: small wars with 6 mm figures, by a French fan page. Rules: ids EE-….

Two things differ from Quake 40K. Orders are secret: chips that lie face down are masked in state and
events until the draw, and may be typed as a secret answer. And nothing is measured before the rules
allow it: a volley is planned whole by a function that rolls nothing, so odds and bots ask the same plan
that the rules carry out. Places are optional, and the geometry is plain arithmetic of its own, so a
headless game loads neither shapely nor numpy. Profiles, weapons, armies and scenarios are packs in
`data`, each with its `origin` (`book`, `house` or `own`), source and certainty.
"""
