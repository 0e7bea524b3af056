package gametest

import (
	"strings"
	"testing"

	"plateau/game"
	"plateau/game/gametest/reference"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

// check runs the suite on few positions.
func check[S comparable, P game.State[S]](spec game.Spec[S], n Notation) error {
	c := newSuite[S, P](spec, n)
	rng := random(0)
	for _, err := range []error{c.describesItself(), c.isGroup(rng), c.differ(rng), c.readsWhatItShould(rng, 1000)} {
		if err != nil {
			return err
		}
	}
	return c.walk(rng, 300, c.visitor(rng))
}

var quantikNotation = Notation{
	Reference: reference.Quantik,
	Letters:   [2]string{"CNSY", "cnsy"}, InTurn: true,
	Moves: func(cells []string) []string { return Join(Split("CNSY"), "@", cells) },
}

func quixoNotation(size int) Notation {
	return Notation{
		Reference: func(text string) (reference.Position, error) { return reference.Quixo(size, text) },
		Letters:   [2]string{"X", "O"},
		Moves:     func(cells []string) []string { return Join(cells, "-", cells) },
	}
}

type quantikSpec = game.Spec[quantik.State]

// damages are ways to break a game, and the suite's error for each.
var damages = []struct {
	what   string
	damage func(s *quantikSpec)
	want   string
}{
	{"nothing", func(*quantikSpec) {}, ""},
	{"a game that is too long", func(s *quantikSpec) { s.MaxPlies = 5 }, "still runs after 5 turns"},
	{"seats exchanged", func(s *quantikSpec) {
		s.Seats = []game.SeatInfo{s.Seats[1], s.Seats[0]}
	}, "refuses an arrangement"},
	{"winners exchanged", func(s *quantikSpec) { s.TeamIDs = [2]string{"2", "1"} }, "the outcome is {won"},
	{"a refusal not listed", func(s *quantikSpec) { s.Refusals = s.Refusals[:len(s.Refusals)-3] }, "is not among the refusals"},
	{"a refusal listed twice", func(s *quantikSpec) { s.Refusals = append(s.Refusals, s.Refusals[0]) }, "a second one"},
	{"a refusal of all games listed", func(s *quantikSpec) { s.Refusals = append(s.Refusals, game.OffBoard) }, "a second one"},
	{"a reason not listed", func(s *quantikSpec) { s.Reasons = nil }, "for the reason"},
	{"all moves allowed", func(s *quantikSpec) {
		s.Refuse = func(*quantik.State, game.Move) *game.Refusal { return nil }
	}, "is not listed and not refused"},
	{"a legal move refused", func(s *quantikSpec) {
		refuse := s.Refuse
		s.Refuse = func(state *quantik.State, m game.Move) *game.Refusal {
			if m == 5 {
				return game.GameOver.Refuse("")
			}
			return refuse(state, m)
		}
	}, "is over"},
	{"small letters in moves", func(s *quantikSpec) {
		format := s.FormatMove
		s.FormatMove = func(state *quantik.State, m game.Move) string { return strings.ToLower(format(state, m)) }
	}, "by the reference"},
	{"positions without a player", func(s *quantikSpec) {
		format := s.Format
		s.Format = func(state *quantik.State) string { return strings.Fields(format(state))[0] }
	}, "the reference does not know it"},
	{"any position read", func(s *quantikSpec) {
		s.Parse = func(string) (quantik.State, error) { return quantik.Start(), nil }
	}, "but the reference does not"},
	{"any key taken", func(s *quantikSpec) {
		s.FromKey = func(uint64) (quantik.State, error) { return quantik.Start(), nil }
	}, "leads to"},
	{"any move read", func(s *quantikSpec) {
		s.ParseMove = func(*quantik.State, string) (game.Move, error) { return 0, nil }
	}, "is read as move 0"},
	{"symmetries that are not undone", func(s *quantikSpec) {
		s.Symmetries.Inverse = func(y game.Symmetry) game.Symmetry { return y }
	}, "does not undo"},
	{"symmetries composed the wrong way round", func(s *quantikSpec) {
		compose := s.Symmetries.Compose
		s.Symmetries.Compose = func(first, then game.Symmetry) game.Symmetry { return compose(then, first) }
	}, "do not make"},
	{"symmetries that do nothing", func(s *quantikSpec) {
		s.Symmetries.State = func(state *quantik.State, _ game.Symmetry) quantik.State { return *state }
	}, "changes nothing"},
	{"moves that are not turned", func(s *quantikSpec) {
		s.Symmetries.Move = func(m game.Move, _ game.Symmetry) game.Move { return m }
	}, "symmetry"},
	{"every position its own canonical one", func(s *quantikSpec) {
		s.Symmetries.Canonical = func(state *quantik.State) (quantik.State, game.Symmetry) { return *state, 0 }
	}, "changes the canonical"},
	{"a canonical position that the symmetry misses", func(s *quantikSpec) {
		canonical := s.Symmetries.Canonical
		s.Symmetries.Canonical = func(state *quantik.State) (quantik.State, game.Symmetry) {
			found, by := canonical(state)
			return found, (by + 1) % game.Symmetry(s.Symmetries.Count)
		}
	}, "does not lead to the canonical"},
	{"games without a reason to end", func(s *quantikSpec) {
		s.Verdict = func(state, _ *quantik.State) game.Verdict { return game.Verdict{Outcome: state.Outcome()} }
	}, "for the reason"},
	{"reserves of the wrong player", func(s *quantikSpec) {
		reserve := s.Reserve
		s.Reserve = func(state *quantik.State, seat game.Seat) string { return strings.ToLower(reserve(state, seat)) }
	}, "and plays with"},
	{"pieces that are never used up", func(s *quantikSpec) {
		s.Reserve = func(_ *quantik.State, seat game.Seat) string { return []string{"CCNNSSYY", "ccnnssyy"}[seat] }
	}, "on the board and in reserve"},
	{"letters missing", func(s *quantikSpec) { s.Letters = "CNSY" }, "the letters of the board are CNSY"},
	{"a slot twice", func(s *quantikSpec) { s.Slots = append(s.Slots, s.Slots[0]) }, "is a second one"},
	{"a slot not declared", func(s *quantikSpec) { s.Slots = s.Slots[:1] }, "the choice cell is not declared"},
	{"a slot beside the board", func(s *quantikSpec) {
		s.Slots = []game.Slot{{ID: game.PieceSlot}, {ID: game.CellSlot}}
	}, "the choice cell has the value"},
	{"moves with the same choices", func(s *quantikSpec) {
		picks := s.Picks
		s.Picks = func(state *quantik.State, m game.Move) game.Picks { return picks(state, m&^16) }
	}, "are written"},
	{"no motions", func(s *quantikSpec) {
		s.Motions = func(*quantik.State, game.Move) []game.Motion { return nil }
	}, "make the board"},
	{"motions that ask for too much", func(s *quantikSpec) {
		motions := s.Motions
		s.Motions = func(state *quantik.State, m game.Move) []game.Motion {
			changed := motions(state, m)
			changed[0].Needs = []game.SlotID{game.DotSlot}
			return changed
		}
	}, "needs the choice dot"},
	{"attempts that are no moves", func(s *quantikSpec) {
		attempt := s.Attempt
		s.Attempt = func(state *quantik.State, picks game.Picks) string {
			return attempt(state, picks) + strings.Repeat("?", 2-len(picks))
		}
	}, "is written as no move"},
	{"attempts at another cell", func(s *quantikSpec) {
		attempt := s.Attempt
		s.Attempt = func(state *quantik.State, picks game.Picks) string {
			if len(picks) == 1 && len(state.AppendMoves(nil)) > 0 {
				return firstMove(state)
			}
			return attempt(state, picks)
		}
	}, "cannot be chosen, but"},
}

// firstMove is the text of the first legal move.
func firstMove(s *quantik.State) string { return quantik.Spec().FormatMove(s, s.AppendMoves(nil)[0]) }

// A suite that notices nothing would pass every game.
func TestNotices(t *testing.T) {
	for _, test := range damages {
		t.Run(test.what, func(t *testing.T) {
			spec := quantik.Spec()
			test.damage(&spec)
			err := check[quantik.State, *quantik.State](spec, quantikNotation)
			if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("the suite says %v, want %q", err, test.want)
			}
		})
	}
}

// Motions of a push that show where a cube comes from before that has been
// chosen.
func TestNoticesMotionsTooEarly(t *testing.T) {
	spec := quixo.Spec(3)
	motions := spec.Motions
	spec.Motions = func(s *quixo.State, m game.Move) []game.Motion {
		changed := motions(s, m)
		for i := range changed {
			changed[i].Needs = []game.SlotID{game.ToSlot}
		}
		return changed
	}
	if err := check[quixo.State, *quixo.State](spec, quixoNotation(3)); err == nil || !strings.Contains(err.Error(), "there is to be") {
		t.Errorf("the suite says %v", err)
	}
}

// A reference on another board must not be mistaken for the right one.
func TestNoticesAnotherGame(t *testing.T) {
	spec := quixo.Spec(3)
	if err := check[quixo.State, *quixo.State](spec, quixoNotation(4)); err == nil {
		t.Error("the suite takes the board of 3×3 for that of 4×4")
	}
}

// stuck is a game in which a player may be left without a move while it goes on.
type stuck struct{ quixo.Announced }

func (s *stuck) Outcome() game.Outcome {
	if outcome := s.Announced.Outcome(); len(s.AppendMoves(nil)) > 0 {
		return outcome
	}
	return game.Running
}

func TestNoticesAGameInWhichNobodyCanMove(t *testing.T) {
	c := newSuite[stuck, *stuck](game.Spec[stuck]{
		Format:     func(s *stuck) string { return quixo.AnnouncedSpec(3).Format(&s.Announced) },
		FormatMove: func(s *stuck, m game.Move) string { return quixo.AnnouncedSpec(3).FormatMove(&s.Announced, m) },
	}, Notation{})
	for text, want := range map[string]string{"OOO/OXO/OO1 X": "", "OOO/OXO/OOO O": "", "OOO/OXO/OOO X": "nobody can move"} {
		s, err := quixo.AnnouncedSpec(3).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		err = c.goesOn(c.look(&stuck{s}))
		if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: the suite says %v, want %q", text, err, want)
		}
	}
}

// The boards on which the suite walks leave players without a move.
func TestArrangementsShutPlayersIn(t *testing.T) {
	c := newSuite[quixo.Announced, *quixo.Announced](quixo.AnnouncedSpec(5), quixoNotation(5))
	rng := random(0)
	found := 0
	for range 1000 {
		s, err := c.spec.Parse(c.arrangement(rng))
		if err != nil {
			t.Fatal(err)
		}
		if c.spec.Verdict(&s, nil).Reason == quixo.NothingToTake {
			found++
		}
	}
	if found == 0 {
		t.Error("none of 1000 boards leaves a player without a move")
	}
}

// Variants that have lost a refusal of the usual game: not listed, or not given.
func TestNoticesAVariantThatForgetsARefusal(t *testing.T) {
	pass := Refused{Ground: quixo.NoPassing, Position: "5/5/5/5/5 X", Move: "pass"}
	forgetful := quixo.AnnouncedSpec(5)
	forgetful.Refusals = quixo.AnnouncedSpec4().Refusals
	careless := quixo.AnnouncedSpec(5)
	careless.ParseMove = func(_ *quixo.Announced, text string) (game.Move, error) {
		return game.NoMove, quixo.AnnouncedSyntax.Refuse(text, "example", "c1-c5")
	}
	for _, test := range []struct {
		spec game.Spec[quixo.Announced]
		want string
	}{{quixo.AnnouncedSpec(5), ""}, {forgetful, "never refuses for quixo.nopass"}, {careless, "is not refused for quixo.nopass"}} {
		err := newSuite[quixo.Announced, *quixo.Announced](test.spec, Notation{}).refusesAs(pass, nil)
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("the suite says %v, want %q", err, test.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, id := range []string{"quantik", "pivot", "quixo"} {
		answers, err := Answers(id)
		if err != nil || len(answers) != 4000 {
			t.Errorf("%s has %d known answers (%v), want 4000", id, len(answers), err)
		}
	}
	if _, err := Answers("chess"); err == nil {
		t.Error("answers are known for an unknown game")
	}
	want := Answer{Position: "4/3C/4/s3 1", Value: "win", Distance: 7, Wins: 14, Losses: 35}
	if got, err := parseAnswer("4/3C/4/s3 1\twin 7\t14\t0\t35"); got != want || err != nil {
		t.Errorf("read as %+v (%v), want %+v", got, err, want)
	}
	for _, line := range []string{"", "4/4/4/4 1\twin x\t1\t2\t3", "4/4/4/4 1\tdraw\t1\t2"} {
		if a, err := parseAnswer(line); err == nil {
			t.Errorf("%q is read as %+v", line, a)
		}
	}
}
