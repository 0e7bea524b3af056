package reference

// quixo4p stores a cube as its team's mark, capital with the dot to the team's
// first player and small with the dot to the second, or empty where it is
// neutral.
type quixo4p struct{ place }

// quixo4pTurn is a push and the partner, 1 or 2, that the dot faces.
type quixo4pTurn struct {
	pass bool
	push quixoPush
	dot  byte
}

func (t quixo4pTurn) text() string {
	if t.pass {
		return "pass"
	}
	return t.push.text() + "." + string([]byte{t.dot})
}

// Quixo4p reads a position. It accepts every arrangement of marks and dots with
// any player to move, finished games included.
func Quixo4p(text string) (Position, error) {
	b, player, err := read(text, 5, "XxOo", "X1", "O1", "X2", "O2")
	if err != nil {
		return nil, err
	}
	return quixo4p{place{b, player}}, nil
}

// quixo4pCube is the letter of a cube of a player's team with its dot to this
// player.
var quixo4pCube = map[string]byte{"X1": 'X', "X2": 'x', "O1": 'O', "O2": 'o'}

// quixo4pNext is the next player, clockwise.
var quixo4pNext = map[string]string{"X1": "O1", "O1": "X2", "X2": "O2", "O2": "X1"}

func (p quixo4p) Outcome() Outcome { return quixoOutcome(&p.board, p.team()) }

func (p quixo4p) team() string  { return p.player[:1] }
func (p quixo4p) cubes() *board { return &p.board }

// turns lists the pushes of every ring cube that is neutral or the team's with
// the dot facing the player to move, whether or not the game is finished, each
// with the dot either way. Only a player without any passes.
func (p quixo4p) turns() []quixo4pTurn {
	var turns []quixo4pTurn
	for from := range cells(5) {
		cube := p.board.at(from)
		if cube != empty && cube != quixo4pCube[p.player] {
			continue
		}
		for _, push := range quixoPushes(5, from) {
			turns = append(turns, quixo4pTurn{push: push, dot: '1'}, quixo4pTurn{push: push, dot: '2'})
		}
	}
	if len(turns) == 0 {
		return []quixo4pTurn{{pass: true}}
	}
	return turns
}

func (p quixo4p) Moves() []string { return texts(p.turns(), p) }

func (p quixo4p) Play(move string) Position { return p.after(find(p.turns(), move, p)) }

func (p quixo4p) after(t quixo4pTurn) usual[quixo4pTurn] {
	if t.pass {
		return p.skipped()
	}
	pushed := quixoPushed(p.board, t.push, quixo4pCube[p.team()+string([]byte{t.dot})])
	return quixo4p{place{pushed, quixo4pNext[p.player]}}
}

func (p quixo4p) skipped() usual[quixo4pTurn] { return quixo4p{place{p.board, quixo4pNext[p.player]}} }
