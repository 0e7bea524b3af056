package local

// Undo takes back the last move of a person, n times. The moves that the computer
// has made since then go with it: it would repeat them at once. A resignation or an
// agreed draw counts as one. It returns how many moves were taken back, and whether
// the game goes on now.
func (p *Play) Undo(n int) (taken int, goesOn bool) {
	plies, over := p.Match.Plies(), p.Over()
	for done := 0; done < n && p.undoOne(); done++ {
		continue
	}
	taken, goesOn = plies-p.Match.Plies(), over && !p.Over()
	if taken > 0 || goesOn {
		p.rewindClock()
	}
	return taken, goesOn
}

// rewindClock gives everybody the time that they had at this move.
func (p *Play) rewindClock() {
	if p.clock != nil {
		p.clock.setPlies(p.Match.Plies())
	}
}

// undoOne takes back a resignation, an agreed draw, or the last move of a
// person with all that follow it. It reports whether there was any.
func (p *Play) undoOne() bool {
	plies, back := p.Match.Plies(), p.lastPersonsPly()
	if !p.Match.Undo() {
		return false
	}
	if p.Match.Plies() == plies {
		return true
	}
	if back < 0 {
		p.Match.Redo()
		return false
	}
	for p.Match.Plies() > back {
		p.Match.Undo()
	}
	return true
}

// lastPersonsPly is the ply of the last move that a person made, or -1.
func (p *Play) lastPersonsPly() int {
	for ply := p.Match.Plies() - 1; ply >= 0; ply-- {
		if !p.Automatic(p.Match.PositionAfter(ply).ToMove()) {
			return ply
		}
	}
	return -1
}

// Redo replays moves up to the next turn of a person, n times, and returns how many
// were replayed.
func (p *Play) Redo(n int) int {
	plies := p.Match.Plies()
	for range n {
		if !p.Match.Redo() {
			break
		}
		for p.Automatic(p.Match.Position().ToMove()) && p.Match.Redo() {
			continue
		}
	}
	replayed := p.Match.Plies() - plies
	if replayed > 0 {
		p.rewindClock()
	}
	return replayed
}
