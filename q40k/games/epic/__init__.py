"""Epic Escarmouches: small wars with 6 mm figures, by a French fan page. Rules: ids EE-…."""
