#!/usr/bin/env python3
"""An engine that plays any game at random, to be copied. It knows no rules: it
declares the option LegalMoves, so the referee lists the legal moves before each
turn. docs/engines.md describes the protocol."""
import random
import sys

legal = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("id name Random in Python")
        print("id author you")
        print("option name LegalMoves type check default false")
        print("ugiok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:2] == ["info", "legal"]:
        legal = words[2:]
    elif words[:1] == ["go"]:
        # Put your own ideas here.
        print("bestmove", random.choice(legal) if legal else "none")
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()  # or the referee waits for ever
