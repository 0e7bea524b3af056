package game

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Record is a game as it was played, to be stored and exchanged. [RecordReader]
// and [WriteRecord] read and write its text; docs/records.md describes the
// format.
type Record struct {
	Game Game
	// Players are the names by seat; a name may be empty.
	Players []string
	Start   Position
	// Tags are all other tags, such as the date, in the order of the file.
	Tags []Tag
	// Intro is the comments before the first move.
	Intro []string
	Plies []RecordPly
	// Outcome is the result; an unfinished game is running.
	Outcome Outcome
	// Reason is the code of the phrase for why the game ended, or empty.
	Reason string
}

// Tag is a name and a value in the header of a record.
type Tag struct{ Name, Value string }

// RecordPly is a move with the comments that follow it.
type RecordPly struct {
	Move     Move
	Comments []string
}

// The tags that are fields of a record and never among its Tags. The tag of a
// player is playerTag and the seat's ID.
const (
	gameTag   = "Game"
	startTag  = "Start"
	resultTag = "Result"
	reasonTag = "Reason"
	// coloursTag has the colours by seat, where they are free and not the
	// usual ones.
	coloursTag = "Colours"
	playerTag  = "Player"
)

// RecordOf is the record of a match so far.
func RecordOf(m *Match) *Record {
	v := m.Verdict()
	r := &Record{
		Game: m.Game(), Players: m.Players(), Start: m.Start(),
		Outcome: v.Outcome, Reason: v.Reason.Code,
	}
	for _, move := range m.Moves() {
		r.Plies = append(r.Plies, RecordPly{Move: move})
	}
	return r
}

// Match plays the record's moves. A result that does not follow from the moves,
// such as a resignation, ends the match. It panics on illegal moves, which
// neither a match nor a reader puts into a record.
func (r *Record) Match() *Match {
	m := MatchFrom(r.Start, r.Players)
	for i, ply := range r.Plies {
		if err := m.PlayMove(ply.Move); err != nil {
			panic(fmt.Sprintf("game: move %d of a record is not legal: %v", i+1, err))
		}
	}
	if !m.Verdict().Outcome.Over() && r.Outcome.Over() {
		m.closed = Verdict{Outcome: r.Outcome, Reason: r.reason()}
	}
	return m
}

// reason is the phrase of the reason's code; an unknown code is its own
// sentence.
func (r *Record) reason() Phrase {
	for _, p := range EndReasons() {
		if p.Code == r.Reason {
			return p
		}
	}
	return Phrase{Code: r.Reason, English: r.Reason}
}

// resultTexts are the results as in chess, from the view of the first team.
var resultTexts = [...]string{Running: "*", WonByFirst: "1-0", WonBySecond: "0-1", Drawn: "1/2-1/2"}

func parseResult(text string) (Outcome, bool) {
	i := slices.Index(resultTexts[:], text)
	return Outcome(max(i, 0)), i >= 0
}

// endings are the codes that a record may have as the reason of its result,
// given the verdict after its moves. No reason is always allowed.
func (r *Record) endings(played Verdict) []string {
	switch {
	case played.Outcome.Over():
		return []string{played.Reason.Code}
	case r.Outcome == Drawn:
		return []string{Agreement.Code, Adjudication.Code, TooLong.Code}
	case r.Outcome.Over():
		return []string{Resignation.Code, Timeout.Code, Crash.Code, IllegalMove.Code, Adjudication.Code}
	}
	return nil
}

// defaultStart is the start position that a record may leave out.
func defaultStart(g Game) Position { return g.Start(g.Openers()[0]) }

// coloursOf is the colours of a game by seat, as a record has them.
func coloursOf(g Game) string {
	var colours []string
	for _, seat := range g.Seats() {
		colours = append(colours, seat.Colour)
	}
	return strings.Join(colours, " ")
}

// recordWidth is where lines of moves are wrapped.
const recordWidth = 80

// WriteRecord writes one record followed by an empty line, so that records can
// follow each other. What cannot be read back exactly is refused before
// anything is written.
func WriteRecord(w io.Writer, r *Record) error {
	if err := r.validate(); err != nil {
		return err
	}
	var b strings.Builder
	writeTag(&b, gameTag, r.Game.ID())
	for i, seat := range r.Game.Seats() {
		if i < len(r.Players) && r.Players[i] != "" {
			writeTag(&b, playerTag+seat.ID, r.Players[i])
		}
	}
	if r.Game.IsSwapped() {
		writeTag(&b, coloursTag, coloursOf(r.Game))
	}
	if start := r.Start.String(); start != defaultStart(r.Game).String() {
		writeTag(&b, startTag, start)
	}
	writeTag(&b, resultTag, resultTexts[r.Outcome])
	if r.Reason != "" {
		writeTag(&b, reasonTag, r.Reason)
	}
	for _, tag := range r.Tags {
		writeTag(&b, tag.Name, tag.Value)
	}
	b.WriteByte('\n')
	writeMoves(&b, r)
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTag(b *strings.Builder, name, value string) {
	fmt.Fprintf(b, "[%s \"%s\"]\n", name, tagEscaper.Replace(value))
}

var (
	tagEscaper     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	commentEscaper = strings.NewReplacer(`\`, `\\`, `}`, `\}`)
)

// writeMoves writes comments, numbered moves and the result, wrapped between
// words but never inside a comment.
func writeMoves(b *strings.Builder, r *Record) {
	column := 0
	word := func(text string) {
		width := utf8.RuneCountInString(text)
		switch {
		case column == 0:
		case column+1+width > recordWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(text)
		column += width
		if i := strings.LastIndexByte(text, '\n'); i >= 0 {
			column = utf8.RuneCountInString(text[i+1:])
		}
	}
	comments := func(texts []string) {
		for _, text := range texts {
			word("{" + commentEscaper.Replace(text) + "}")
		}
	}
	comments(r.Intro)
	now, seats := r.Start, len(r.Game.Seats())
	for i, ply := range r.Plies {
		if i%seats == 0 {
			word(strconv.Itoa(i/seats+1) + ".")
		}
		word(now.MoveText(ply.Move))
		comments(ply.Comments)
		now, _ = now.Play(ply.Move)
	}
	word(resultTexts[r.Outcome])
}

// validate returns an error if a record could not be read back.
func (r *Record) validate() error {
	for _, name := range r.Players {
		if err := checkText(name, maxTagValue, false); err != nil {
			return fmt.Errorf("player's name: %w", err)
		}
	}
	seen := map[string]bool{}
	for _, tag := range r.Tags {
		if !isTagName(tag.Name) || r.ownTag(tag.Name) || seen[tag.Name] {
			return fmt.Errorf("tag %q: names are letters and digits, each is used once, and those of the record's own fields are taken", tag.Name)
		}
		seen[tag.Name] = true
		if err := checkText(tag.Value, maxTagValue, false); err != nil {
			return fmt.Errorf("tag %s: %w", tag.Name, err)
		}
	}
	if err := checkText(r.Reason, maxTagValue, false); err != nil {
		return fmt.Errorf("reason: %w", err)
	}
	if err := checkComments(r.Intro); err != nil {
		return err
	}
	return r.validatePlies()
}

func (r *Record) validatePlies() error {
	if len(r.Plies) > maxPlies {
		return fmt.Errorf("a record has at most %d moves", maxPlies)
	}
	m := MatchFrom(r.Start, nil)
	for i, ply := range r.Plies {
		if err := m.PlayMove(ply.Move); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if err := checkComments(ply.Comments); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	v := m.Verdict()
	switch {
	case v.Outcome.Over() && v.Outcome != r.Outcome:
		return fmt.Errorf("the moves give %s, not %s", resultTexts[v.Outcome], resultTexts[r.Outcome])
	case r.Outcome == Drawn && r.Game.Decisive():
		return NoDraws.Refuse("", "game", r.Game.Name())
	case r.Reason != "" && !slices.Contains(r.endings(v), r.Reason):
		return fmt.Errorf("the reason %q does not fit the result", r.Reason)
	}
	return nil
}

// ownTag reports whether a tag comes from a field of the record.
func (r *Record) ownTag(name string) bool {
	switch name {
	case gameTag, startTag, resultTag, reasonTag:
		return true
	case coloursTag:
		return r.Game.FreeColours()
	}
	return seatOfTag(r.Game, name) != NoSeat
}

// seatOfTag is the seat whose player a tag names, or NoSeat.
func seatOfTag(g Game, name string) Seat {
	for i, seat := range g.Seats() {
		if name == playerTag+seat.ID {
			return Seat(i)
		}
	}
	return NoSeat
}

func isTagName(name string) bool {
	return name != "" && len(name) <= maxTagName && !strings.ContainsFunc(name, func(c rune) bool { return !isInTagName(c) })
}

func isInTagName(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

func checkComments(texts []string) error {
	for _, text := range texts {
		if err := checkText(text, maxComment, true); err != nil {
			return fmt.Errorf("comment: %w", err)
		}
	}
	return nil
}

// checkText refuses what a record cannot hold: invalid UTF-8, control
// characters, and texts that are too long.
func checkText(text string, limit int, lines bool) error {
	switch {
	case len(text) > limit:
		return fmt.Errorf("longer than %d bytes", limit)
	case !utf8.ValidString(text):
		return errors.New("not valid UTF-8")
	}
	for _, c := range text {
		if !allowed(c, lines) {
			return fmt.Errorf("character %U is not allowed", c)
		}
	}
	return nil
}

// allowed reports whether a record may hold a character; line breaks only if
// there are lines.
func allowed(c rune, lines bool) bool {
	return !unicode.IsControl(c) || c == '\t' || lines && c == '\n'
}
