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
	if name == "" || len(name) > maxTagName {
		return false
	}
	for _, c := range []byte(name) {
		if !isTagByte(c) {
			return false
		}
	}
	return true
}

func isTagByte(c byte) bool {
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
