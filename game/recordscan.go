package game

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// place is a position in a text, with lines and characters counted from 1.
type place struct{ line, column int }

// refuse makes an error at this place.
func (p place) refuse(g Ground, params ...string) error {
	return p.wrap(g.Refuse("", params...))
}

// wrap adds this place to a refusal.
func (p place) wrap(err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	return &RecordError{Line: p.line, Column: p.column, Refusal: refusal}
}

// scanner splits the text of records into tokens. It keeps track of its place,
// and accepts only printable UTF-8.
type scanner struct {
	in *bufio.Reader
	place
}

func newScanner(r io.Reader) scanner {
	s := scanner{in: bufio.NewReader(r), place: place{1, 1}}
	// Skip a byte order mark.
	if c, _, err := s.in.ReadRune(); err == nil && c != '\uFEFF' {
		_ = s.in.UnreadRune()
	}
	return s
}

// peek returns the next character without consuming it.
func (s *scanner) peek() (rune, error) {
	c, size, err := s.in.ReadRune()
	if err != nil {
		return 0, err
	}
	if err := s.in.UnreadRune(); err != nil {
		return 0, err
	}
	if c == utf8.RuneError && size == 1 {
		return 0, s.refuse(RecordCharacter, "found", "a byte that is not UTF-8")
	}
	if !allowed(c, true) && c != '\r' {
		return 0, s.refuse(RecordCharacter, "found", printable(string(c)))
	}
	return c, nil
}

// next consumes the next character. It drops carriage returns at line ends.
func (s *scanner) next() (rune, error) {
	c, err := s.peek()
	if err != nil {
		return 0, err
	}
	_, _, _ = s.in.ReadRune()
	if c == '\r' {
		if after, err := s.peek(); err == nil && after == '\n' {
			return s.next()
		}
		return 0, s.refuse(RecordCharacter, "found", printable("\r"))
	}
	s.column++
	if c == '\n' {
		s.place = place{s.line + 1, 1}
	}
	return c, nil
}

func (s *scanner) skipSpace() error {
	for {
		c, err := s.peek()
		if err != nil || !unicode.IsSpace(c) {
			return err
		}
		if _, err := s.next(); err != nil {
			return err
		}
	}
}

// peekWord skips spaces and line breaks and returns the next character.
func (s *scanner) peekWord() (rune, error) {
	if err := s.skipSpace(); err != nil {
		return 0, err
	}
	return s.peek()
}

// peekLine is peekWord, but stops at an empty line and returns a line break.
func (s *scanner) peekLine() (rune, error) {
	breaks := 0
	for {
		c, err := s.peek()
		if err != nil || !unicode.IsSpace(c) || breaks == 1 && c == '\n' {
			return c, err
		}
		if c, err = s.next(); err != nil {
			return 0, err
		}
		if c == '\n' {
			breaks++
		}
	}
}

// readWhile reads up to a character that does not belong, or to the end of the
// file. It is too long if there is more after limit bytes.
func (s *scanner) readWhile(limit int, belongs func(c rune) bool) (text string, long bool, err error) {
	var b strings.Builder
	for {
		c, err := s.peek()
		if err != nil || !belongs(c) {
			return b.String(), false, ignoreEOF(err)
		}
		if b.Len() >= limit {
			return b.String(), true, nil
		}
		if c, err = s.next(); err != nil {
			return "", false, err
		}
		b.WriteRune(c)
	}
}

// word reads up to a space or a character that starts another token.
func (s *scanner) word() (string, error) {
	begin := s.place
	word, long, err := s.readWhile(maxWord, func(c rune) bool {
		return !unicode.IsSpace(c) && !strings.ContainsRune("{};[]", c)
	})
	switch {
	case err != nil:
		return "", err
	case long:
		return "", begin.refuse(RecordTooLong, "limit", strconv.Itoa(maxWord), "what", "characters without a space")
	case word == "":
		c, err := s.peek()
		return "", begin.refuse(RecordExpected, "expected", "a move or "+resultWords, "found", foundAt(c, err))
	}
	return word, nil
}

// tag reads [Name "value"].
func (s *scanner) tag() (Tag, error) {
	if _, err := s.next(); err != nil {
		return Tag{}, err
	}
	var tag Tag
	var err error
	if tag.Name, err = s.tagName(); err != nil {
		return tag, err
	}
	if err = s.expect('"', "the tag's value in double quotes"); err != nil {
		return tag, err
	}
	if tag.Value, err = s.quoted('"', maxTagValue, "a tag's value", false); err != nil {
		return tag, err
	}
	return tag, s.expect(']', "] at the end of the tag")
}

func (s *scanner) tagName() (string, error) {
	if _, err := s.peekWord(); ignoreEOF(err) != nil {
		return "", err
	}
	begin := s.place
	name, _, err := s.readWhile(maxTagName+1, isInTagName)
	if err != nil {
		return "", err
	}
	if !isTagName(name) {
		c, err := s.peek()
		return "", begin.refuse(RecordExpected,
			"expected", "the name of a tag in letters and digits, at most "+strconv.Itoa(maxTagName),
			"found", foundAt(c, err))
	}
	return name, nil
}

// expect skips spaces and reads one character, or returns what was expected.
func (s *scanner) expect(sign rune, what string) error {
	c, err := s.peekWord()
	if ignoreEOF(err) != nil {
		return err
	}
	if err != nil || c != sign {
		return s.refuse(RecordExpected, "expected", what, "found", foundAt(c, err))
	}
	_, err = s.next()
	return err
}

// comment reads {text}, or a semicolon and the rest of its line.
func (s *scanner) comment() (string, error) {
	opening, err := s.next()
	if err != nil {
		return "", err
	}
	if opening == '{' {
		return s.quoted('}', maxComment, "a comment", true)
	}
	text, long, err := s.readWhile(maxComment, func(c rune) bool { return c != '\n' && c != '\r' })
	if long {
		return "", s.refuse(RecordTooLong, "limit", strconv.Itoa(maxComment), "what", "bytes in a comment")
	}
	return strings.TrimSpace(text), err
}

// quoted reads a text up to its closing character. A backslash escapes that
// character and itself.
func (s *scanner) quoted(closing rune, limit int, what string, lines bool) (string, error) {
	begin := s.place
	var b strings.Builder
	for {
		at := s.place
		c, err := s.next()
		if errors.Is(err, io.EOF) {
			return "", begin.refuse(RecordUnfinished, "what", what)
		}
		if err != nil {
			return "", err
		}
		switch {
		case c == closing:
			return b.String(), nil
		case !allowed(c, lines):
			return "", at.refuse(RecordCharacter, "found", printable(string(c)))
		case c == '\\':
			if after, err := s.peek(); err == nil && (after == closing || after == '\\') {
				c, _ = s.next()
			}
		}
		b.WriteRune(c)
		if b.Len() > limit {
			return "", begin.refuse(RecordTooLong, "limit", strconv.Itoa(limit), "what", "bytes in "+what)
		}
	}
}

// skipTo skips to the next line that starts with a text.
func (s *scanner) skipTo(prefix string) error {
	for {
		if head, err := s.in.Peek(len(prefix)); s.column == 1 && string(head) == prefix {
			return nil
		} else if len(head) == 0 {
			return err
		}
		// Anything in between is not checked: it may be the error
		// itself.
		c, _, err := s.in.ReadRune()
		if err != nil {
			return err
		}
		s.column++
		if c == '\n' {
			s.place = place{s.line + 1, 1}
		}
	}
}
