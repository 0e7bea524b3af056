package rulebook_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"plateau/rulebook"
)

// What translators read about messages and parameters: words/notes.json and
// words/params.json.

type note struct {
	Note string `json:"note"`
	// Max is how many characters fit where the message is shown.
	Max int `json:"max"`
	// Contains is the key of the text on a button for which this message is
	// read out. It must be part of it, for people who speak to their device.
	Contains string `json:"contains"`
}

type param struct {
	// Kind is number, text, word (which may have forms, word.VALUE.FORM) or
	// who (somebody by name or a side, with the forms name.FORM, names.FORM
	// and seat.GAME.SEAT.FORM).
	Kind string `json:"kind"`
	Note string `json:"note"`
}

func readJSON[T any](t *testing.T, file string) map[string]T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]T{}
	if err := json.Unmarshal(text, &values); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return values
}

func TestEveryParameterIsExplained(t *testing.T) {
	params, used := readJSON[param](t, "words/params.json"), map[string]bool{}
	for key, m := range allWords(t, "en") {
		for _, name := range m.params() {
			used[name] = true
			if _, ok := params[name]; !ok {
				t.Errorf("%s: words/params.json has no {%s}", key, name)
			}
		}
	}
	for name, p := range params {
		if !used[name] {
			t.Errorf("words/params.json: no message has {%s}", name)
		}
		if !slices.Contains([]string{"number", "text", "word", "who"}, p.Kind) || p.Note == "" {
			t.Errorf("words/params.json: {%s} is of the kind %q: %q", name, p.Kind, p.Note)
		}
	}
}

// TestNotesAndLengths checks that what translators read is about messages
// that exist, and that every translation fits where it is shown.
func TestNotesAndLengths(t *testing.T) {
	notes := readJSON[note](t, "words/notes.json")
	for _, l := range rulebook.Languages() {
		words := allWords(t, l.Code)
		for key, n := range notes {
			m, ok := words[key]
			if !ok || n == (note{}) {
				t.Errorf("words/notes.json: there is no message %s, or nothing about it", key)
			}
			for _, text := range m {
				if shown := words[n.Contains][""]; !strings.Contains(strings.ToLower(text), strings.ToLower(shown)) {
					t.Errorf("%s: %s does not contain %s, %q: %q", l.Code, key, n.Contains, shown, text)
				}
				if length := utf8.RuneCountInString(text); n.Max > 0 && length > n.Max {
					t.Errorf("%s: %s has %d characters, and room for %d: %q", l.Code, key, length, n.Max, text)
				}
			}
		}
	}
}

// TestEveryFormExists checks the forms that messages use: those of words must
// exist for some word, those of people and sides for any name.
func TestEveryFormExists(t *testing.T) {
	params := readJSON[param](t, "words/params.json")
	for _, l := range rulebook.Languages() {
		words := allWords(t, l.Code)
		ofWords := map[string]bool{}
		for key := range words {
			if parts := strings.Split(key, "."); len(parts) == 3 && parts[0] == "word" {
				ofWords[parts[2]] = true
			}
		}
		for key, m := range words {
			for _, text := range m {
				for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
					name, form := match[1], match[2]
					isWho := params[name].Kind == "who"
					if form != "" && !isWho && !ofWords[form] {
						t.Errorf("%s: %s: no word has the form %s", l.Code, key, form)
					}
					if form != "" && isWho && (words["name."+form] == nil || words["names."+form] == nil) {
						t.Errorf("%s: %s: name.%s or names.%s is missing", l.Code, key, form, form)
					}
				}
			}
		}
	}
}

// TestSidesHaveAllFormsOrNone lets a language do without forms for a side that
// is used like any name, such as X1.
func TestSidesHaveAllFormsOrNone(t *testing.T) {
	for _, l := range rulebook.Languages() {
		words, forms, bySide := allWords(t, l.Code), map[string]bool{}, map[string][]string{}
		for key := range words {
			if form, ok := strings.CutPrefix(key, "name."); ok {
				forms[form] = true
			}
			if match := formOfSide.FindStringSubmatch(key); match != nil {
				bySide[match[1]] = append(bySide[match[1]], match[2])
			}
		}
		all := slices.Sorted(maps.Keys(forms))
		for side, has := range bySide {
			slices.Sort(has)
			if words["seat."+side] == nil || !slices.Equal(has, all) {
				t.Errorf("%s: seat.%s has the forms %v, want %v", l.Code, side, has, all)
			}
		}
	}
}

// asLabel finds names used as labels: alone, in brackets, or beside a colon.
var asLabel = regexp.MustCompile(`^\{\w+\}$|\(\{\w+\}\)|^\{\w+\} \(|\{\w+\}[ \x{202f}]?:|: \{\w+\}`)

// TestNoBareSides finds sides in the middle of sentences without their article
// and ending: "Victoire pour Ronds !".
func TestNoBareSides(t *testing.T) {
	params := readJSON[param](t, "words/params.json")
	for _, l := range rulebook.Languages() {
		for area, words := range readWords(t, l.Code) {
			for key, m := range words {
				// The parameters of phrases are letters and words, and forms are
				// made of names.
				if area == "phrases.json" || strings.HasPrefix(key, "name") {
					continue
				}
				for _, text := range m {
					for _, name := range bareNames(params, text) {
						// Online and in groups everybody has a name.
						if name == "name" && slices.Contains([]string{"table.json", "online.json", "groups.json"}, area) {
							continue
						}
						t.Errorf("%s: %s: a side needs a form here, such as {%s.wins}: %q", l.Code, key, name, text)
					}
				}
			}
		}
	}
}

// bareNames are the parameters for people and sides that a text uses without a
// form, and not as labels.
func bareNames(params map[string]param, text string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(asLabel.ReplaceAllString(text, ""), -1) {
		if params[match[1]].Kind == "who" && match[2] == "" {
			names = append(names, match[1])
		}
	}
	return names
}

func TestBareNamesAreFound(t *testing.T) {
	params := map[string]param{"side": {Kind: "who"}, "move": {Kind: "text"}}
	for text, want := range map[string]int{
		"{side}": 0, "You ({side})": 0, "{side} : {move}": 0, "Your side: {side}.": 0, "{side.wins} with {move}": 0,
		"Victory for {side}!": 1, "{side} to move": 1,
	} {
		if got := bareNames(params, text); len(got) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
