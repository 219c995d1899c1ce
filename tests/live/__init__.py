"""The live board: its server, its pages, its doors."""
