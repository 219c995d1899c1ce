"""Tests of the screens and of the desk behind them."""
