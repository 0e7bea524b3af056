// Package words reads the messages of the program in the language of the
// reader: the same files from which the pages take theirs, by the same rules
// (docs/translating.md). It is apart from package rulebook because browsers
// link that one, and get the words in another way.
package words

import (
	"embed"
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"plateau/game"
)

//go:embed */*.json
var files embed.FS

const english = "en"

// message is a message's texts by plural category; a plain text is that of "".
type message map[string]string

// UnmarshalJSON implements [json.Unmarshaler].
func (m *message) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		plain := ""
		err := json.Unmarshal(data, &plain)
		*m = message{"": plain}
		return err
	}
	return json.Unmarshal(data, (*map[string]string)(m))
}

// Language speaks one language.
type Language struct {
	// Code is the IETF tag: "fr", "pt-BR".
	Code string
	// tag is the language whose plural rules count.
	tag      language.Tag
	messages map[string]message
}

// loaded are the languages that have been read, by code.
var loaded sync.Map

// In is a language by its code. What it lacks, it says in English.
func In(code string) *Language {
	if l, ok := loaded.Load(code); ok {
		return l.(*Language)
	}
	l := &Language{Code: code, messages: map[string]message{}}
	l.read(files)
	l.tag = language.Make(l.Text("locale"))
	loaded.Store(code, l)
	return l
}

// With is the same language with more words, such as those of a game that has
// its own. The folders of its files are named like ours.
func (l *Language) With(more fs.FS) *Language {
	added := &Language{Code: l.Code, tag: l.tag, messages: maps.Clone(l.messages)}
	added.read(more)
	return added
}

func (l *Language) read(from fs.FS) {
	for _, folder := range []string{english, l.Code} {
		maps.Copy(l.messages, readFolder(from, folder))
	}
}

// readFolder reads all messages of a language; none if there is no such folder.
func readFolder(from fs.FS, code string) map[string]message {
	all := map[string]message{}
	names, _ := fs.Glob(from, code+"/*.json")
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err == nil {
			err = json.Unmarshal(text, &all)
		}
		if err != nil {
			panic("words: " + name + ": " + err.Error()) // they are part of the program
		}
	}
	return all
}

// Adapt is the same language with texts that were changed, such as for a
// terminal without accents. Parameters are not changed.
func (l *Language) Adapt(change func(text string) string) *Language {
	adapted := &Language{Code: l.Code, tag: l.tag, messages: make(map[string]message, len(l.messages))}
	for key, m := range l.messages {
		changed := message{}
		for category, text := range m {
			changed[category] = change(text)
		}
		adapted.messages[key] = changed
	}
	return adapted
}

// Who is somebody in a sentence: by [Name], as a [Side], or as [Partners]. Its
// verb and article depend on which.
type Who interface {
	label(l *Language) string
	form(l *Language, form string) string
}

// Name is somebody by name.
type Name string

func (n Name) label(*Language) string               { return string(n) }
func (n Name) form(l *Language, form string) string { return l.usual("name."+form, string(n)) }

// Partners are several people by name.
type Partners []string

func (p Partners) label(l *Language) string { return l.Both(p...) }
func (p Partners) form(l *Language, form string) string {
	if len(p) == 1 {
		return Name(p[0]).form(l, form)
	}
	return l.usual("names."+form, p.label(l))
}

// Together is partners by a text that already names them all.
type Together string

func (t Together) label(*Language) string               { return string(t) }
func (t Together) form(l *Language, form string) string { return l.usual("names."+form, string(t)) }

// Side is a seat of a game, whose name may have forms of its own.
type Side struct {
	// Game is the id of the game by which its seats are named.
	Game string
	Seat game.Seat
}

func (s Side) key() string { return "seat." + s.Game + "." + strconv.Itoa(int(s.Seat)) }

func (s Side) label(l *Language) string {
	if text, ok := l.lookUp(s.key(), nil); ok {
		return text
	}
	return strconv.Itoa(int(s.Seat) + 1)
}

func (s Side) form(l *Language, form string) string {
	if text, ok := l.lookUp(s.key()+"."+form, nil); ok {
		return text
	}
	return l.usual("name."+form, s.label(l))
}

// usual is a form that is made for any name.
func (l *Language) usual(key, name string) string {
	text, ok := l.lookUp(key, nil)
	if !ok {
		return name
	}
	return fill(text, func(string, string) (string, bool) { return name, true })
}

// Has reports whether there is a message.
func (l *Language) Has(key string) bool { return l.messages[key] != nil }

// Text is a message with its parameters, which are alternating names and values:
// strings, numbers (of which n selects the plural form) and [Who].
func (l *Language) Text(key string, params ...any) string {
	given := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		given[params[i].(string)] = params[i+1]
	}
	text, ok := l.lookUp(key, given["n"])
	if !ok {
		return key
	}
	filled := fill(text, func(name, form string) (string, bool) {
		value, ok := given[name]
		if !ok {
			return "", false
		}
		return l.show(value, form), true
	})
	if l.beginsWithForm(text, given) {
		return l.Sentence(filled)
	}
	return filled
}

func (l *Language) show(value any, form string) string {
	switch v := value.(type) {
	case Who:
		if form != "" {
			return v.form(l, form)
		}
		return v.label(l)
	case int:
		return strconv.Itoa(v)
	case string:
		return v
	}
	panic("words: a parameter is a string, a number or somebody")
}

// beginsWithForm reports whether a message begins with a form, which is written
// as within a sentence, and not with a name: bob must not become Bob.
func (l *Language) beginsWithForm(text string, given map[string]any) bool {
	match := firstForm.FindStringSubmatch(text)
	if match == nil {
		return false
	}
	who, ok := given[match[1]].(Who)
	return ok && !strings.HasPrefix(who.form(l, match[2]), who.label(l))
}

var (
	placeholder = regexp.MustCompile(`\{(\w+)(?:\.(\w+))?\}`)
	firstForm   = regexp.MustCompile(`^[¡¿]?\{(\w+)\.(\w+)\}`)
	firstName   = regexp.MustCompile(`^\{(\w+)\}`)
)

// fill puts values in the place of parameters; those without one stay.
func fill(text string, value func(name, form string) (string, bool)) string {
	return placeholder.ReplaceAllStringFunc(text, func(gap string) string {
		match := placeholder.FindStringSubmatch(gap)
		if shown, ok := value(match[1], match[2]); ok {
			return shown
		}
		return gap
	})
}

// lookUp finds a message; n selects among its plural forms.
func (l *Language) lookUp(key string, n any) (string, bool) {
	m, ok := l.messages[key]
	if !ok {
		return "", false
	}
	if text, plain := m[""]; plain {
		return text, true
	}
	count, _ := n.(int)
	if text, ok := m[categories[plural.Cardinal.MatchPlural(l.tag, count, 0, 0, 0, 0)]]; ok {
		return text, true
	}
	return m["other"], true
}

// categories are the names of the plural categories of CLDR.
var categories = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// Phrase is a sentence of the rules or the server. One that has no message is
// shown in English.
func (l *Language) Phrase(p game.Phrase, params ...game.Param) string {
	text, ok := l.lookUp("phrase."+p.Code, nil)
	if !ok {
		return l.Sentence(p.Fill(params...))
	}
	given := make(map[string]string, len(params))
	for _, param := range params {
		given[param.Name] = param.Value
	}
	filled := fill(text, func(name, form string) (string, bool) {
		value, ok := given[name]
		if ok && form != "" {
			value = l.word(value+"."+form, value)
		} else if ok {
			value = l.Word(value)
		}
		return value, ok
	})
	if match := firstName.FindStringSubmatch(text); match != nil && !l.Has("word."+given[match[1]]) {
		return filled // a cell: b3 must not become B3
	}
	return l.Sentence(filled)
}

// Word is one of the words that the rules use in phrases, such as "sphere" or
// "circles"; others are left as they are.
func (l *Language) Word(name string) string { return l.word(name, name) }

func (l *Language) word(key, otherwise string) string {
	if text, ok := l.lookUp("word."+key, nil); ok {
		return text
	}
	return otherwise
}

// Reason is why a game ended, as a sentence that names the decisive line.
func (l *Language) Reason(v game.Verdict) string {
	if v.Reason.Code == "" {
		return ""
	}
	if len(v.Line) == 0 {
		return l.Phrase(v.Reason)
	}
	return l.Phrase(v.Reason, game.Param{Name: "line", Value: l.Line(v.Line)})
}

// Line is where a line lies: "row 3 (a3 b3 c3)".
func (l *Language) Line(line []game.Cell) string {
	names := game.CellNames(line)
	return l.Text("line."+game.LineKind(line),
		"cells", strings.Join(names, " "), "column", names[0][:1], "row", names[0][1:])
}

// Game is the name of a game. Names of products are not translated, "Quixo for
// four" is.
func (l *Language) Game(g game.Game) string {
	if text, ok := l.lookUp("game."+g.ID(), nil); ok {
		return text
	}
	return g.Name()
}

// Piece is what a letter on the board of a game means; 0 is an empty cell.
func (l *Language) Piece(gameID string, letter byte) string {
	name := "none"
	if letter != 0 {
		name = string(letter)
	}
	if text, ok := l.lookUp("piece."+gameID+"."+name, nil); ok {
		return text
	}
	return name
}

// Both joins names: "Ann and Ben".
func (l *Language) Both(names ...string) string {
	all := ""
	for i, name := range names {
		if i == 0 {
			all = name
		} else {
			all = l.Text("terminal.and", "first", all, "second", name)
		}
	}
	return all
}

// Sentence makes the first letter a capital.
func (l *Language) Sentence(text string) string {
	for i, r := range text {
		if unicode.IsLetter(r) {
			size := len(string(r))
			return text[:i] + cases.Upper(l.tag).String(text[i:i+size]) + text[i+size:]
		}
	}
	return text
}
