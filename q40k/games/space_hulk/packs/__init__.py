"""The pack data of Space Hulk: pieces, boards and missions."""
