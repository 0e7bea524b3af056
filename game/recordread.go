package game

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits of a reader, so that a hostile file cannot fill memory.
const (
	maxTagName  = 64
	maxTagValue = 4 << 10
	maxTags     = 256
	maxComment  = 64 << 10
	maxComments = 64
	maxWord     = 64
	maxPlies    = 100_000
)

// Refusals of records.
var (
	RecordExpected   = Invalid("record.expected", "expected {expected}, found {found}")
	RecordTagTwice   = Invalid("record.tagtwice", "the tag {tag} appears twice")
	RecordNoGame     = Invalid("record.nogame", "expected a tag [Game \"…\"] that names the game")
	RecordNumber     = Invalid("record.number", "expected move number {expected}, found {found}")
	RecordResult     = Invalid("record.result", "expected the result {expected}, which the moves give, found {found}")
	RecordTagResult  = Invalid("record.tagresult", "expected the result {expected}, as the tag Result says, found {found}")
	RecordReason     = Invalid("record.reason", "expected {expected} as the reason, which fits the result, found {found}")
	RecordNoReason   = Invalid("record.noreason", "expected no reason, because the game is not finished, found {found}")
	RecordCharacter  = Invalid("record.character", "expected printable text, found {found}")
	RecordTooLong    = Invalid("record.long", "expected at most {limit} {what}")
	RecordUnfinished = Invalid("record.unfinished", "expected the end of {what}, found the end of the file")
)

// RecordError is an error in a record: a refusal and its place, with lines and
// characters counted from 1.
type RecordError struct {
	Line, Column int
	*Refusal
}

// Error starts with the place.
func (e *RecordError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Refusal)
}

// Unwrap returns the refusal.
func (e *RecordError) Unwrap() error { return e.Refusal }

// RecordReader reads records one at a time.
type RecordReader struct {
	in    scanner
	games List
	// damaged is set if the last record could not be read to its end, so
	// that the next one has to be found.
	damaged bool
}

// NewRecordReader reads records of the given games.
func NewRecordReader(r io.Reader, games List) *RecordReader {
	return &RecordReader{in: newScanner(r), games: games}
}

// Read returns the next record, or io.EOF. For a damaged record it returns a
// [*RecordError] with everything before the error, or nil if not even the game
// is known; the next call continues after it. Other errors are those of the
// underlying reader.
func (r *RecordReader) Read() (*Record, error) {
	if r.damaged {
		r.damaged = false
		if err := r.in.skipTo("[" + gameTag); err != nil {
			return nil, err
		}
	}
	rec, err := r.record()
	var damage *RecordError
	r.damaged = errors.As(err, &damage)
	return rec, err
}

// placedTag is a tag and its place.
type placedTag struct {
	Tag
	at place
}

func (r *RecordReader) record() (*Record, error) {
	if err := r.in.skipSpace(); err != nil {
		return nil, err
	}
	begin := r.in.place
	tags, err := r.tags()
	rec, headErr := r.head(tags, begin)
	if err == nil {
		err = headErr
	}
	if err != nil {
		return rec, err
	}
	return rec, r.body(rec, tags)
}

func (r *RecordReader) tags() ([]placedTag, error) {
	var tags []placedTag
	for {
		c, err := r.in.peekWord()
		if err != nil || c != '[' {
			return tags, ignoreEOF(err)
		}
		if len(tags) == maxTags {
			return tags, r.in.refuse(RecordTooLong, "limit", strconv.Itoa(maxTags), "what", "tags")
		}
		at := r.in.place
		tag, err := r.in.tag()
		if err != nil {
			return tags, err
		}
		if indexTag(tags, tag.Name) >= 0 {
			return tags, at.refuse(RecordTagTwice, "tag", tag.Name)
		}
		tags = append(tags, placedTag{tag, at})
	}
}

// head makes a record without moves from the tags, as far as possible.
func (r *RecordReader) head(tags []placedTag, begin place) (*Record, error) {
	i := indexTag(tags, gameTag)
	if i < 0 {
		return nil, begin.refuse(RecordNoGame)
	}
	g, err := r.games.Find(tags[i].Value)
	if err != nil {
		return nil, tags[i].at.wrap(err)
	}
	if i := indexTag(tags, coloursTag); i >= 0 && g.FreeColours() {
		usual, swapped := coloursOf(g), coloursOf(g.Swapped())
		switch tags[i].Value {
		case usual:
		case swapped:
			g = g.Swapped()
		default:
			err := tags[i].at.refuse(RecordExpected, "expected", usual+" or "+swapped, "found", printable(tags[i].Value))
			return &Record{Game: g, Players: make([]string, len(g.Seats())), Start: defaultStart(g)}, err
		}
	}
	rec := &Record{Game: g, Players: make([]string, len(g.Seats())), Start: defaultStart(g)}
	for _, tag := range tags {
		seat := seatOfTag(g, tag.Name)
		switch {
		case seat != NoSeat:
			rec.Players[seat] = tag.Value
		case tag.Name == startTag:
			start, err := g.Parse(tag.Value)
			if err != nil {
				return rec, tag.at.wrap(err)
			}
			rec.Start = start
		case tag.Name == reasonTag:
			rec.Reason = tag.Value
		case tag.Name == resultTag:
			if _, ok := parseResult(tag.Value); !ok {
				return rec, tag.at.refuse(RecordExpected, "expected", resultWords, "found", printable(tag.Value))
			}
		case tag.Name != gameTag && !rec.ownTag(tag.Name):
			rec.Tags = append(rec.Tags, tag.Tag)
		}
	}
	return rec, nil
}

func indexTag(tags []placedTag, name string) int {
	return slices.IndexFunc(tags, func(tag placedTag) bool { return tag.Name == name })
}

const resultWords = "a result (1-0, 0-1, 1/2-1/2 or *)"

// body reads comments, moves and the result into the record.
func (r *RecordReader) body(rec *Record, tags []placedTag) error {
	m := MatchFrom(rec.Start, nil)
	for {
		c, err := r.in.peekWord()
		switch {
		case errors.Is(err, io.EOF), err == nil && c == '[':
			return r.in.refuse(RecordExpected, "expected", "a move or "+resultWords, "found", foundAt(c, err))
		case err != nil:
			return err
		case c == '{' || c == ';':
			if err := r.comment(rec); err != nil {
				return err
			}
			continue
		}
		at := r.in.place
		word, err := r.in.word()
		if err != nil {
			return err
		}
		if outcome, ok := parseResult(word); ok {
			rec.Outcome = outcome
			if err := checkResult(at, m, rec, tags); err != nil {
				rec.Outcome, rec.Reason = m.Verdict().Outcome, m.Verdict().Reason.Code
				return err
			}
			return r.trailingComments(rec)
		}
		if err := r.move(rec, m, at, word); err != nil {
			return err
		}
	}
}

// trailingComments reads comments after the result, which belong to the last
// move; an empty line or the next record ends them.
func (r *RecordReader) trailingComments(rec *Record) error {
	for {
		c, err := r.in.peekLine()
		if err != nil || c != '{' {
			return ignoreEOF(err)
		}
		if err := r.comment(rec); err != nil {
			return err
		}
	}
}

func (r *RecordReader) comment(rec *Record) error {
	at := r.in.place
	text, err := r.in.comment()
	if err != nil {
		return err
	}
	list := &rec.Intro
	if n := len(rec.Plies); n > 0 {
		list = &rec.Plies[n-1].Comments
	}
	if len(*list) == maxComments {
		return at.refuse(RecordTooLong, "limit", strconv.Itoa(maxComments), "what", "comments in one place")
	}
	*list = append(*list, text)
	return nil
}

// move reads a word of the move text: a number, a move, or both without a
// space.
func (r *RecordReader) move(rec *Record, m *Match, at place, word string) error {
	if digits := strings.IndexByte(word, '.'); digits > 0 && word[0] >= '0' && word[0] <= '9' {
		seats := len(rec.Game.Seats())
		expected := strconv.Itoa(len(rec.Plies)/seats + 1)
		if word[:digits] != expected {
			return at.refuse(RecordNumber, "expected", expected, "found", printable(word[:digits]))
		}
		rest := strings.TrimLeft(word[digits:], ".")
		if rest == "" {
			return nil
		}
		at.column += len(word) - len(rest)
		word = rest
	}
	if len(rec.Plies) == maxPlies {
		return at.refuse(RecordTooLong, "limit", strconv.Itoa(maxPlies), "what", "moves")
	}
	if err := m.Play(word); err != nil {
		return at.wrap(err)
	}
	rec.Plies = append(rec.Plies, RecordPly{Move: m.last.move})
	return nil
}

// checkResult compares a result with the moves and the tags.
func checkResult(at place, m *Match, rec *Record, tags []placedTag) error {
	played, written := m.Verdict(), resultTexts[rec.Outcome]
	switch {
	case played.Outcome.Over() && rec.Outcome != played.Outcome:
		return at.refuse(RecordResult, "expected", resultTexts[played.Outcome], "found", written)
	case rec.Outcome == Drawn && rec.Game.Decisive():
		return at.refuse(NoDraws, "game", rec.Game.Name())
	}
	if i := indexTag(tags, resultTag); i >= 0 && tags[i].Value != written {
		return at.refuse(RecordTagResult, "expected", tags[i].Value, "found", written)
	}
	endings := rec.endings(played)
	if rec.Reason == "" || slices.Contains(endings, rec.Reason) {
		return nil
	}
	at = tags[indexTag(tags, reasonTag)].at
	if len(endings) == 0 {
		return at.refuse(RecordNoReason, "found", printable(rec.Reason))
	}
	return at.refuse(RecordReason, "expected", strings.Join(endings, " or "), "found", printable(rec.Reason))
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func foundAt(c rune, err error) string {
	if err != nil {
		return "the end of the file"
	}
	return printable(string(c))
}
