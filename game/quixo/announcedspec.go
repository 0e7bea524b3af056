package quixo

import "plateau/game"

var (
	teamIDs = [2]string{"X", "O"}

	announceSlot   = game.Slot{ID: game.AnnounceSlot, Said: true}
	announceSlots  = append(slots[:2:2], announceSlot)
	announceSlots4 = append(slots4[:3:3], announceSlot)
)

// AnnouncedSpec is the game for two in which players announce their lines, on a
// board with size cells along an edge.
func AnnouncedSpec(size int) game.Spec[Announced] {
	usual := Spec(size)
	return game.Spec[Announced]{
		ID: usual.ID + "-announced", Name: usual.Name + ", announced", Size: size,
		Seats: usual.Seats, TeamIDs: usual.TeamIDs,
		Openers:    usual.Openers,
		Repeats:    true,
		Casual:     true,
		Refusals:   announcedRefusals(NoPassing),
		Reasons:    []game.Phrase{AnnouncedLine, BothLines, NothingToTake},
		Letters:    letters,
		Slots:      announceSlots,
		Start:      func(begins game.Seat) Announced { return Announced{Start(size, begins)} },
		FromKey:    func(key uint64) (Announced, error) { return announcedFromKey(size, key) },
		Parse:      func(text string) (Announced, error) { return parseAnnounced(size, text) },
		Format:     (*Announced).format,
		ParseMove:  (*Announced).parseMove,
		FormatMove: (*Announced).formatMove,
		Picks:      announcedPicks,
		Attempt:    func(_ *Announced, picks game.Picks) string { return attemptAnnounced(picks, attemptPush) },
		Motions:    (*Announced).motions,
		Refuse:     (*Announced).refuse,
		Verdict:    func(s, _ *Announced) game.Verdict { return s.verdict() },
		Letter:     func(s *Announced, c game.Cell) byte { return s.letter(c) },
		Symmetries: symmetries(size, announcedTurn(turnMove),
			func(s *Announced, by game.Symmetry) Announced { return Announced{s.turned(by)} },
			func(s *Announced) (Announced, game.Symmetry) {
				canonical, by := s.canonical()
				return Announced{canonical}, by
			}),
	}
}

// AnnouncedSpec4 is the game for four in which players announce their lines.
func AnnouncedSpec4() game.Spec[Announced4] {
	usual := Spec4()
	return game.Spec[Announced4]{
		ID: usual.ID + "-announced", Name: usual.Name + ", announced", Size: usual.Size,
		Seats: usual.Seats, TeamIDs: usual.TeamIDs,
		Openers:    usual.Openers,
		Repeats:    true,
		Casual:     true,
		Refusals:   announcedRefusals(PartnersDot, MustPlay, MustPass),
		Reasons:    []game.Phrase{AnnouncedLine, BothLines},
		Letters:    letters4,
		Slots:      announceSlots4,
		Start:      func(begins game.Seat) Announced4 { return Announced4{Start4(begins)} },
		FromKey:    announcedFromKey4,
		Parse:      parseAnnounced4,
		Format:     (*Announced4).format,
		ParseMove:  (*Announced4).parseMove,
		FormatMove: (*Announced4).formatMove,
		Picks:      announcedPicks4,
		Attempt:    func(s *Announced4, picks game.Picks) string { return attemptAnnounced(picks, s.attempt) },
		Motions:    (*Announced4).motions,
		Refuse:     (*Announced4).refuse,
		Verdict: func(s, _ *Announced4) game.Verdict {
			return board4.announcedVerdict(s.outcome, &s.marks, game.Team(s.team()))
		},
		Letter: func(s *Announced4, c game.Cell) byte { return s.letter(c) },
		Symmetries: symmetries(usual.Size, announcedTurn(turnMove4),
			func(s *Announced4, by game.Symmetry) Announced4 { return Announced4{s.turned(by)} },
			func(s *Announced4) (Announced4, game.Symmetry) {
				canonical, by := s.canonical()
				return Announced4{canonical}, by
			}),
	}
}

// announcedTurn applies a symmetry to the usual move within a move.
func announcedTurn(usual func(m game.Move, to *[cells]uint8) game.Move) func(m game.Move, to *[cells]uint8) game.Move {
	return func(m game.Move, to *[cells]uint8) game.Move {
		if m == Claim {
			return Claim
		}
		return usual(m>>1, to)<<1 | m&1
	}
}

func announcedPicks(_ *Announced, m game.Move) game.Picks {
	if m == Claim {
		return game.Picks{game.AnnounceSlot: announcing}
	}
	return announce(pushPicks(m>>1), m)
}

func announcedPicks4(s *Announced4, m game.Move) game.Picks {
	if m == Claim {
		return game.Picks{game.AnnounceSlot: announcing}
	}
	return announce(picks4(&s.State4, m>>1), m)
}

// announce adds the announcement of a move to its other choices.
func announce(usual game.Picks, m game.Move) game.Picks {
	if m&1 != 0 {
		usual[game.AnnounceSlot] = announcing
	}
	return usual
}

// attemptAnnounced is a claim if nothing but the announcement was chosen.
func attemptAnnounced(picks game.Picks, usual func(picks game.Picks) string) string {
	sign, announced := picks[game.AnnounceSlot]
	if announced && len(picks) == 1 {
		return sign
	}
	return usual(picks) + sign
}

func (s *Announced) motions(m game.Move) []game.Motion {
	if m == Claim {
		return nil
	}
	return s.State.motions(m >> 1)
}

func (s *Announced4) motions(m game.Move) []game.Motion {
	if m == Claim {
		return nil
	}
	return s.State4.motions(m >> 1)
}
