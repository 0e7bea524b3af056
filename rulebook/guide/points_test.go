package guide_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/testaid"
	"plateau/rulebook"
	"plateau/rulebook/guide"
)

// walks is how many random ways through each guided game are tested.
const walks = 12

// point is a rule that a guided game has to bring up, whatever the player does.
type point struct {
	rule string
	met  func(w *walk) bool
}

// points are the rules of the games. A rule that is only talked about, such as
// what players agree on before a game, names the step that says it.
var points = map[string][]point{
	"quantik": {
		{"draw lots to decide who starts", said("place")},
		{"place one of your pieces on an empty cell", played("place")},
		{"an opposing shape forbids its row, column and region", shaded("own")},
		{"your own pieces never forbid", func(w *walk) bool {
			p := w.ply("own")
			cell := p.before.Picks(p.move)[game.CellSlot]
			return slices.ContainsFunc(cellsWith(p.before, p.before.Picks(p.move)[game.PieceSlot]), func(own string) bool {
				return own[0] == cell[0] || own[1] == cell[1]
			})
		}},
		{"where own pieces would allow it and an opposing one forbids it, it is forbidden", func(w *walk) bool {
			p := w.ply("own")
			own := cellsWith(p.before, p.before.Picks(p.move)[game.PieceSlot])
			return slices.ContainsFunc(w.drawings["own"].Shaded, func(cell string) bool {
				return slices.ContainsFunc(own, func(placed string) bool { return placed[0] == cell[0] || placed[1] == cell[1] })
			})
		}},
		{"four different shapes win at once", either(ended("win", "four-shapes"), ended("shapes", "four-shapes"))},
		{"it does not matter whose pieces they are", either(said("win"), said("shapes"))},
		{"a player who cannot place a piece loses", ended("blocked", "blocked")},
		{"no draws, 16 turns at most", said("end")},
	},
	"pivot": {
		{"circles move first", said("first")},
		{"the first turn only places a card", func(w *walk) bool { return !strings.Contains(w.ply("first").text, "-") }},
		{"then a card pivots one cell and turns over", func(w *walk) bool { return len(w.drawings["turned"].Arrows) == 1 }},
		{"every turn pivots and drops", func(w *walk) bool { return strings.Contains(w.ply("turn").text, "-") }},
		{"any opposing card may pivot", func(w *walk) bool { return w.ply("gift").choicesOf(game.FromSlot) > 1 }},
		{"a line can be broken", either(broken("defend"), broken("break"))},
		{"three neighbouring cards with the same face are a line", either(played("line"), played("answer"))},
		{"a line that survives wins", func(w *walk) bool { return w.mainGame().Over() }},
		{"a line can be answered", func(w *walk) bool { return !w.ply("answer").over() }},
		{"a pivot can complete a line for its owner", func(w *walk) bool { return w.ply("gift").couldLose("line-given") }},
		{"a line without an answer wins at once", ended("seal", "line-unanswerable")},
		{"where nothing can pivot, only a card is dropped", func(w *walk) bool { return !strings.Contains(w.ply("full").text, "-") }},
		{"a full board decides", ended("full", "full-board-lines")},
	},
	"quixo": {
		{"agree who plays what and who begins", said("push")},
		{"only cubes of the ring can be taken", func(w *walk) bool { return slices.Contains(w.drawings["theirs"].Shaded, "c3") }},
		{"a cube with the other mark cannot be taken", func(w *walk) bool { return len(w.drawings["theirs"].Shaded) > 9 }},
		{"it comes back with your mark at an end of its row or column", func(w *walk) bool {
			p := w.ply("push")
			to, err := game.ParseCell(p.before.Picks(p.move)[game.ToSlot], 5)
			return err == nil && p.after.At(to) == 'X'
		}},
		{"a corner has two ways back in, other cubes three", said("push")},
		{"nobody may pass", said("grow")},
		{"a threatened line can be stopped", func(w *walk) bool { return len(w.drawings["stop"].Lines) > 0 }},
		{"five in a line win", ended("win", "own-line")},
		{"a line for the other side loses, even with one of yours", func(w *walk) bool {
			return w.ply("both").couldLose("both-lines") && w.ply("both").reason() == "own-line"
		}},
		{"repetition and agreement draw", said("end")},
	},
	"quixo4p": {
		{"partners sit opposite, turns go clockwise", said("seats")},
		{"the dot is turned to a partner", func(w *walk) bool { return strings.Contains(w.ply("push").text, ".") }},
		{"only the partner whom the dot faces may take a cube", shaded("partner")},
		{"cubes of the other team cannot be taken", shaded("dots")},
		{"a threatened line can be stopped", func(w *walk) bool { return len(w.drawings["stop"].Lines) > 0 }},
		{"five in a line win for the team", func(w *walk) bool { return w.mainGame() == game.Won(0) }},
		{"a line for the other team loses", func(w *walk) bool { return w.ply("gift").couldLose("opponent-line") }},
		{"pass if nothing can be taken", func(w *walk) bool { p := w.ply("pass"); return p.text == "pass" && len(p.before.Moves()) == 1 }},
		{"agree on advice; repetition and agreement draw", said("end")},
	},
}

func said(step string) func(w *walk) bool {
	return func(w *walk) bool { return slices.Contains(w.said, step) }
}

func played(step string) func(w *walk) bool {
	return func(w *walk) bool { return w.ply(step).after != nil }
}

func either(one, other func(w *walk) bool) func(w *walk) bool {
	return func(w *walk) bool { return one(w) || other(w) }
}

// broken reports whether a line was drawn in a step, and the player broke it.
func broken(step string) func(w *walk) bool {
	return func(w *walk) bool {
		p := w.ply(step)
		return len(w.drawings[step].Lines) > 0 && (!p.over() || p.after.Outcome() == game.Won(p.before.Game().Seats()[p.before.ToMove()].Team))
	}
}

func shaded(step string) func(w *walk) bool {
	return func(w *walk) bool { return len(w.drawings[step].Shaded) > 0 }
}

func ended(step, reason string) func(w *walk) bool {
	return func(w *walk) bool { return w.ply(step).reason() == reason }
}

// TestEveryRuleIsMet walks at random through the guided games.
func TestEveryRuleIsMet(t *testing.T) {
	rng := rand.New(rand.NewPCG(testaid.Seed(t, 1), 0))
	all := guidedGames(t)
	for id := range points {
		if all[id] == nil {
			t.Errorf("%s has no guided game", id)
		}
	}
	for id, steps := range all {
		t.Run(id, func(t *testing.T) {
			if len(points[id]) == 0 {
				t.Error("no rules are listed")
			}
			stuck := 0
			for range walks {
				w := &walk{game: gameOf(t, id), steps: steps, drawings: map[string]guide.Drawing{}}
				w.run(t, func(moves []string) string { return moves[rng.IntN(len(moves))] })
				stuck += w.stuck
				for _, p := range points[id] {
					if !p.met(w) {
						t.Errorf("%q is not met in %v", p.rule, w.texts())
					}
				}
			}
			// Players must hardly ever be asked to play something else.
			if stuck > walks/10 {
				t.Errorf("%d moves of %d games could not be replied to", stuck, walks)
			}
		})
	}
}

func gameOf(t *testing.T, id string) game.Game {
	t.Helper()
	e, err := full.All().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return e.Game
}

// ply is the player's first move of a step; the zero value if there is none.
func (w *walk) ply(step string) ply {
	i := slices.IndexFunc(w.plies, func(p ply) bool { return p.step == step && p.player })
	if i < 0 {
		return ply{}
	}
	return w.plies[i]
}

// mainGame is how the game from the empty board ended.
func (w *walk) mainGame() game.Outcome {
	for _, p := range w.plies {
		if p.over() {
			return p.after.Outcome()
		}
	}
	return game.Running
}

func (w *walk) texts() []string {
	var all []string
	for _, p := range w.plies {
		all = append(all, p.step+": "+p.text)
	}
	return all
}

func (p ply) over() bool { return p.after != nil && p.after.Outcome().Over() }

func (p ply) reason() string {
	if !p.over() {
		return ""
	}
	return p.after.Verdict(p.before).Reason.Code
}

// couldLose reports whether another move would have lost for a reason.
func (p ply) couldLose(reason string) bool {
	if p.before == nil {
		return false
	}
	other := p.before.Game().Seats()[p.before.ToMove()].Team.Other()
	return slices.ContainsFunc(p.before.Moves(), func(m game.Move) bool {
		after, err := p.before.Play(m)
		return err == nil && after.Outcome() == game.Won(other) && after.Verdict(p.before).Reason.Code == reason
	})
}

// choicesOf is how many values the legal moves have in a slot.
func (p ply) choicesOf(slot game.SlotID) int {
	seen := map[string]bool{}
	if p.before != nil {
		for _, m := range p.before.Moves() {
			seen[p.before.Picks(m)[slot]] = true
		}
	}
	return len(seen)
}

// cellsWith are the cells that have a letter, exactly.
func cellsWith(p game.Position, letter string) []string {
	var found []string
	for col := range p.Game().Size() {
		for row := range p.Game().Size() {
			c := game.Cell{Col: uint8(col), Row: uint8(row)}
			if at := p.At(c); at != 0 && string(at) == letter {
				found = append(found, c.String())
			}
		}
	}
	return found
}

// TestWordsHaveRoom keeps what the partner says short enough for a phone, where
// it has a place of constant height, and complete.
func TestWordsHaveRoom(t *testing.T) {
	const longest = 215
	for id := range guidedGames(t) {
		source := rulebook.Of(id)
		for _, l := range rulebook.Languages() {
			steps, err := source.Guided(l.Code)
			if err != nil {
				t.Error(err)
			}
			for _, step := range steps {
				if n := len([]rune(step.Prompt)); n == 0 || n > longest {
					t.Errorf("%s/%s/%s: the prompt has %d characters", l.Code, id, step.ID, n)
				}
				if (step.Hint == "") == (step.Kind == rulebook.MoveStep) {
					t.Errorf("%s/%s/%s: the hint is %q", l.Code, id, step.ID, step.Hint)
				}
				if n := len([]rune(step.Hint)); n > 130 {
					t.Errorf("%s/%s/%s: the hint has %d characters", l.Code, id, step.ID, n)
				}
			}
		}
	}
}
