"""The compiled decisions of Red Alert's players: values, cards and orders, moves, fire."""
