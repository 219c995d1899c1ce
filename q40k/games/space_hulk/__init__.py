"""Space Hulk: Terminators against Genestealers, 4th and 1st edition. Rules: SH-…, SH1-…."""
