package quixo

import (
	"strings"

	"plateau/game"
	"plateau/game/square"
)

// Refusals and reasons of games in which lines are announced.
var (
	AnnouncedSyntax = game.Invalid("announce.syntax", "a move is written like {example}; ! after it announces a line, and ! by itself announces one that is already there")
	NoLineAfterPush = game.Invalid("announce.push", "this push leaves you without a line, so there is nothing to announce")
	NoLineToClaim   = game.Invalid("announce.claim", "you have no line on the board, so there is nothing to announce")
	WrongAnnouncer  = game.Invalid("announce.side", "after ! comes the side that has won, X or O, and nothing else")
	NoLineWon       = game.Invalid("announce.won", "the game cannot have ended like this: {letter} has no line")

	AnnouncedLine = game.Phrase{Code: "announced-line", English: "they announced a line of their own mark in {line}"}
	NothingToTake = game.Phrase{Code: "nothing-to-take", English: "the other side cannot take any cube"}
)

// announcedRefusals are those of the games for two and for four, and more.
func announcedRefusals(more ...game.Ground) []game.Ground {
	return append(sharedRefusals(AnnouncedSyntax, NoLineAfterPush, NoLineToClaim, WrongAnnouncer, NoLineWon), more...)
}

// cutAnnouncement separates the sign of an announcement from a move; nothing
// else is left of a claim.
func cutAnnouncement(text string) (usual string, announced bool) {
	usual, announced = strings.CutSuffix(strings.TrimSpace(text), announcing)
	return strings.TrimSpace(usual), announced
}

func (s *Announced) parseMove(text string) (game.Move, error) {
	usual, announced := cutAnnouncement(text)
	switch {
	case announced && usual == "":
		return Claim, asError(s.checkClaim(text))
	case isPass(usual):
		return game.NoMove, NoPassing.Refuse(text)
	}
	r := square.NewReader(usual)
	from, to, ok := readCells(&r)
	if !ok || !r.Done() {
		return game.NoMove, AnnouncedSyntax.Refuse(text, "example", s.geometry().exampleMove())
	}
	if refusal := s.check(text, from, to, announced); refusal != nil {
		return game.NoMove, refusal
	}
	return withAnnouncement(pushOf(from, to), announced), nil
}

func (s *Announced4) parseMove(text string) (game.Move, error) {
	usual, announced := cutAnnouncement(text)
	switch {
	case announced && usual == "":
		return Claim, asError(s.checkClaim(text))
	case !announced && strings.EqualFold(usual, passText):
		return Pass << 1, asError(s.checkPass(text))
	}
	r := square.NewReader(usual)
	from, to, ok := readCells(&r)
	r.Skip(".")
	dot, hasDot := r.Letter("12")
	if !ok || !hasDot || !r.Done() {
		return game.NoMove, AnnouncedSyntax.Refuse(text, "example", board4.exampleMove()+".2")
	}
	if refusal := s.check(text, from, to, announced); refusal != nil {
		return game.NoMove, refusal
	}
	return withAnnouncement(pushOf(from, to)<<1|game.Move(dot-'1'), announced), nil
}

// asError is a refusal as an error: nil if there is none.
func asError(refusal *game.Refusal) error {
	if refusal == nil {
		return nil
	}
	return refusal
}

func withAnnouncement(usual game.Move, announced bool) game.Move {
	if announced {
		return usual<<1 | 1
	}
	return usual << 1
}

// check returns why a push is illegal, or nil.
func (s *Announced) check(input string, from, to game.Cell, announced bool) *game.Refusal {
	if s.Outcome().Over() {
		return game.GameOver.Refuse(input)
	}
	if refusal := s.State.check(input, from, to); refusal != nil {
		return refusal
	}
	return s.geometry().refuseAnnouncing(input, s.marks[s.toMove&1], pushOf(from, to), announced)
}

func (s *Announced4) check(input string, from, to game.Cell, announced bool) *game.Refusal {
	if refusal := s.State4.check(input, from, to); refusal != nil {
		return refusal
	}
	return board4.refuseAnnouncing(input, s.marks[s.team()], pushOf(from, to), announced)
}

func (g *geometry) refuseAnnouncing(input string, own uint32, push game.Move, announced bool) *game.Refusal {
	if announced && !g.hasLineAfter(own, push) {
		return NoLineAfterPush.Refuse(input)
	}
	return nil
}

func (s *Announced) checkClaim(input string) *game.Refusal {
	return s.geometry().refuseClaim(input, s.Outcome(), s.marks[s.toMove&1])
}

func (s *Announced4) checkClaim(input string) *game.Refusal {
	return board4.refuseClaim(input, s.outcome, s.marks[s.team()])
}

func (g *geometry) refuseClaim(input string, outcome game.Outcome, own uint32) *game.Refusal {
	switch {
	case outcome.Over():
		return game.GameOver.Refuse(input)
	case !g.lines(own):
		return NoLineToClaim.Refuse(input)
	}
	return nil
}

// refuse is [game.Spec.Refuse].
func (s *Announced) refuse(m game.Move) *game.Refusal {
	if m == Claim {
		return s.checkClaim(announcing)
	}
	from, to, ok := splitMove(m >> 1)
	if !ok {
		return game.RefuseMove(m)
	}
	return s.check(s.formatMove(m), from, to, m&1 != 0)
}

func (s *Announced4) refuse(m game.Move) *game.Refusal {
	switch m {
	case Claim:
		return s.checkClaim(announcing)
	case Pass << 1:
		return s.checkPass(passText)
	}
	from, to, ok := splitMove(m >> 2)
	if !ok {
		return game.RefuseMove(m)
	}
	return s.check(s.formatMove(m), from, to, m&1 != 0)
}

func (s *Announced) formatMove(m game.Move) string {
	if m == Claim {
		return announcing
	}
	return formatPush(m>>1) + announcing[:m&1]
}

func (s *Announced4) formatMove(m game.Move) string {
	if m == Claim {
		return announcing
	}
	return s.State4.formatMove(m>>1) + announcing[:m&1]
}

// A position finished by an announcement ends with the sign and the side that
// has won: who has a line does not say whether it was announced.

func (s *Announced) format() string { return s.State.format() + announcedEnd(s.outcome) }

func (s *Announced4) format() string { return s.State4.format() + announcedEnd(s.outcome) }

func announcedEnd(outcome game.Outcome) string {
	winner, won := outcome.Winner()
	if !won {
		return ""
	}
	return " " + announcing + teamIDs[winner]
}

func parseAnnounced(size int, text string) (s Announced, err error) {
	usual, end, ended := strings.Cut(text, announcing)
	if s.State, err = parse(size, usual); err != nil {
		return s, err
	}
	s.outcome, err = s.geometry().readEnd(text, end, ended, &s.marks, game.Team(s.toMove))
	return s, err
}

func parseAnnounced4(text string) (s Announced4, err error) {
	usual, end, ended := strings.Cut(text, announcing)
	if s.State4, err = parse4(usual); err != nil {
		return s, err
	}
	s.outcome, err = board4.readEnd(text, end, ended, &s.marks, game.Team(s.team()))
	return s, err
}

// readEnd reads who has won from what follows the sign of an announcement.
func (g *geometry) readEnd(text, end string, ended bool, marks *[2]uint32, toMove game.Team) (game.Outcome, error) {
	if !ended {
		return game.Running, nil
	}
	for team, id := range teamIDs {
		if !strings.EqualFold(strings.TrimSpace(end), id) {
			continue
		}
		outcome := game.Won(game.Team(team))
		if lacking, wrong := g.lacksLine(outcome, marks, toMove); wrong {
			return game.Running, NoLineWon.Refuse(text, "letter", teamIDs[lacking])
		}
		return outcome, nil
	}
	return game.Running, WrongAnnouncer.Refuse(text)
}
