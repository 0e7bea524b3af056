package quixo

import (
	"slices"

	"plateau/game"
)

var teamIDs = [2]string{"X", "O"}

// AnnouncedSpec is the game for two in which players announce their lines, on a
// board with size cells along an edge.
func AnnouncedSpec(size int) game.Spec[Announced] {
	spec := announcedSpec(Spec(size), func(s *Announced) *State { return &s.State },
		(*Announced).turned, (*Announced).canonical)
	spec.Refusals = announcedRefusals(NoPassing)
	spec.Reasons = []game.Phrase{AnnouncedLine, BothLines, NothingToTake}
	spec.Start = func(begins game.Seat) Announced { return Announced{Start(size, begins)} }
	spec.FromKey = func(key uint64) (Announced, error) { return announcedFromKey(size, key) }
	spec.Parse = func(text string) (Announced, error) { return parseAnnounced(size, text) }
	spec.Format = (*Announced).format
	spec.ParseMove, spec.FormatMove = (*Announced).parseMove, (*Announced).formatMove
	spec.Refuse = (*Announced).refuse
	spec.Verdict = func(s, _ *Announced) game.Verdict { return s.verdict() }
	return spec
}

// AnnouncedSpec4 is the game for four in which players announce their lines.
func AnnouncedSpec4() game.Spec[Announced4] {
	spec := announcedSpec(Spec4(), func(s *Announced4) *State4 { return &s.State4 },
		(*Announced4).turned, (*Announced4).canonical)
	spec.Refusals = announcedRefusals(PartnersDot, MustPlay, MustPass)
	spec.Reasons = []game.Phrase{AnnouncedLine, BothLines}
	spec.Start = func(begins game.Seat) Announced4 { return Announced4{Start4(begins)} }
	spec.FromKey = announcedFromKey4
	spec.Parse = parseAnnounced4
	spec.Format = (*Announced4).format
	spec.ParseMove, spec.FormatMove = (*Announced4).parseMove, (*Announced4).formatMove
	spec.Refuse = (*Announced4).refuse
	spec.Verdict = func(s, _ *Announced4) game.Verdict {
		return board4.announcedVerdict(s.outcome, &s.marks, game.Team(s.team()))
	}
	return spec
}

// announcedSpec is what follows from the usual game, whose position is within that
// of the other.
func announcedSpec[A, U any](
	usual game.Spec[U], within func(s *A) *U, turned func(s *A, by game.Symmetry) A, canonical func(s *A) (A, game.Symmetry),
) game.Spec[A] {
	return game.Spec[A]{
		ID: usual.ID + "-announced", Name: usual.Name + ", announced", Size: usual.Size,
		Seats: usual.Seats, TeamIDs: usual.TeamIDs,
		Openers: usual.Openers,
		Repeats: true,
		Casual:  true,
		Letters: usual.Letters,
		Slots:   append(slices.Clone(usual.Slots), game.Slot{ID: game.AnnounceSlot, Said: true}),
		Letter:  func(s *A, c game.Cell) byte { return usual.Letter(within(s), c) },
		Picks: func(s *A, m game.Move) game.Picks {
			if m == Claim {
				return game.Picks{game.AnnounceSlot: announcing}
			}
			return announce(usual.Picks(within(s), m>>1), m)
		},
		Attempt: func(s *A, picks game.Picks) string {
			sign, announced := picks[game.AnnounceSlot]
			if announced && len(picks) == 1 {
				return sign // a claim
			}
			return usual.Attempt(within(s), picks) + sign
		},
		Motions: func(s *A, m game.Move) []game.Motion {
			if m == Claim {
				return nil
			}
			return usual.Motions(within(s), m>>1)
		},
		Symmetries: symmetries(func(m game.Move, by game.Symmetry) game.Move {
			if m == Claim {
				return Claim
			}
			return usual.Symmetries.Move(m>>1, by)<<1 | m&1
		}, turned, canonical),
	}
}

func (s *Announced) turned(by game.Symmetry) Announced { return Announced{s.State.turned(by)} }

func (s *Announced) canonical() (Announced, game.Symmetry) {
	canonical, by := s.State.canonical()
	return Announced{canonical}, by
}

func (s *Announced4) turned(by game.Symmetry) Announced4 { return Announced4{s.State4.turned(by)} }

func (s *Announced4) canonical() (Announced4, game.Symmetry) {
	canonical, by := s.State4.canonical()
	return Announced4{canonical}, by
}

// announce adds the announcement of a move to its other choices.
func announce(usual game.Picks, m game.Move) game.Picks {
	if m&1 != 0 {
		usual[game.AnnounceSlot] = announcing
	}
	return usual
}
