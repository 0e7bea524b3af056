package rulebook_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plateau/rulebook"
)

// glossary is what glossary/LANGUAGE.json says about writing a language.
type glossary struct {
	// Quotes are the opening and the closing quotation mark, with the space
	// that belongs to them.
	Quotes [2]string `json:"quotes"`
	// SpaceBefore are the characters that follow a narrow no-break space;
	// elsewhere nothing is between a word and these characters.
	SpaceBefore string `json:"spaceBefore"`
	// Inverted is set if ¿ and ¡ open questions and exclamations.
	Inverted bool   `json:"inverted"`
	Terms    []term `json:"terms"`
}

// term is the word for a concept, and words that are not used for it.
type term struct {
	Concept string   `json:"concept"`
	Term    string   `json:"term"`
	Not     []string `json:"not"`
}

func readGlossary(t *testing.T, language string) glossary {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("glossary", language+".json"))
	if err != nil {
		t.Fatalf("a language needs a glossary: %v", err)
	}
	var g glossary
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	return g
}

// allTexts are all texts of a language that people read, by where they are.
func allTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for area, words := range readWords(t, language) {
		for key, m := range words {
			for form, text := range m {
				texts[strings.TrimSuffix(area+": "+key+" "+form, " ")] = text
			}
		}
	}
	for _, id := range ownLessons {
		for i, block := range book(t, id, language).Blocks {
			texts[fmt.Sprintf("text/%s, block %d", id, i+1)] = block.Text
		}
		for i, block := range strategy(t, id, language).Blocks {
			texts[fmt.Sprintf("strategy/%s, block %d", id, i+1)] = block.Text
		}
		for _, task := range lesson(t, id, language) {
			for part, text := range map[string]string{"?": task.Prompt, ">": task.Hint, "!": task.Praise} {
				texts[fmt.Sprintf("lessons/%s, %s %s", id, task.ID, part)] = text
			}
			for i, text := range task.Turns {
				texts[fmt.Sprintf("lessons/%s, %s +%d", id, task.ID, i+1)] = text
			}
		}
		steps, err := entry(t, id).Rulebook.Guided(language)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range steps {
			texts[fmt.Sprintf("guided/%s, %s ?", id, step.ID)] = step.Prompt
			texts[fmt.Sprintf("guided/%s, %s >", id, step.ID)] = step.Hint
		}
	}
	return texts
}

func TestTypography(t *testing.T) {
	for _, l := range rulebook.Languages() {
		g := readGlossary(t, l.Code)
		for where, text := range allTexts(t, l.Code) {
			for _, fault := range typographyFaults(g, text) {
				t.Errorf("%s/%s: %s: %q", l.Code, where, fault, text)
			}
		}
	}
}

const narrowSpace = "\u202f"

var (
	// Tags of records are written with straight quotation marks: [Game "…"].
	inTags = regexp.MustCompile(`\[[^\]]*\]`)
	// What is typed is not prose: "- and _", "1/2-1/2 or *".
	spaceBeforeStop = regexp.MustCompile(`\s[,.…](\s|$)`)
	beforeMark      = regexp.MustCompile(`(.?)([;:!?»])(.?)`)
)

// typographyFaults are what is wrong with the signs of a text.
func typographyFaults(g glossary, text string) []string {
	var faults []string
	prose := inTags.ReplaceAllString(text, "[]")
	find := func(found bool, fault string) {
		if found {
			faults = append(faults, fault)
		}
	}
	find(strings.ContainsAny(prose, "'\"`´"), "straight quotation marks or apostrophes")
	find(strings.Contains(prose, "..."), "three dots for …")
	find(strings.Contains(prose, "  ") || strings.TrimSpace(prose) != prose, "spaces at the end, or two")
	find(spaceBeforeStop.MatchString(prose), "a space before a stop")
	find(g.Inverted && strings.Count(prose, "¿") != strings.Count(prose, "?"), "¿ and ? do not match")
	find(g.Inverted && strings.Count(prose, "¡") != strings.Count(prose, "!"), "¡ and ! do not match")
	for _, match := range beforeMark.FindAllStringSubmatch(prose, -1) {
		before, mark, after := match[1], match[2], match[3]
		isPlain := before == "" || strings.ContainsAny(before, ";:!?") || strings.ContainsAny(after, "0123456789/")
		needsSpace := strings.Contains(g.SpaceBefore, mark)
		find(!isPlain && needsSpace != (before == narrowSpace), "the space before "+mark)
		find(before == " " || before == "\u00a0", "an ordinary space before "+mark)
	}
	rest := strings.NewReplacer(g.Quotes[0], "", g.Quotes[1], "").Replace(prose)
	find(strings.ContainsAny(rest, "“”„«»‘‚"), "other quotation marks")
	find(strings.Count(prose, g.Quotes[0]) != strings.Count(prose, g.Quotes[1]), "quotation marks that do not match")
	return faults
}

func TestTypographyFaultsAreFound(t *testing.T) {
	english := glossary{Quotes: [2]string{"“", "”"}}
	french := glossary{Quotes: [2]string{"«" + narrowSpace, narrowSpace + "»"}, SpaceBefore: ";:!?»"}
	spanish := glossary{Quotes: [2]string{"«", "»"}, Inverted: true}
	for _, test := range []struct {
		g    glossary
		text string
		ok   bool
	}{
		{english, "It’s “here”: see [Game \"…\"], 10:30.", true},
		{english, "It's here.", false},
		{english, "Wait ...", false},
		{english, "Wait …", false},
		{english, "Why ?", false},
		{english, "„here“", false},
		{french, "Quoi\u202f? «\u202fLà\u202f»\u202f: oui…", true},
		{french, "Quoi ?", false},
		{french, "Quoi?", false},
		{french, "Quoi\u00a0!", false},
		{french, "« Là »", false},
		{spanish, "¿Qué? ¡Sí!", true},
		{spanish, "Qué?", false},
	} {
		if faults := typographyFaults(test.g, test.text); (len(faults) == 0) != test.ok {
			t.Errorf("%q: %v", test.text, faults)
		}
	}
}

// TestOneTermForOneThing finds words that the glossary of a language replaced.
func TestOneTermForOneThing(t *testing.T) {
	for _, l := range rulebook.Languages() {
		texts := allTexts(t, l.Code)
		for _, term := range readGlossary(t, l.Code).Terms {
			for _, not := range term.Not {
				word := regexp.MustCompile(`(?i)(^|[^\pL])` + regexp.QuoteMeta(not) + `([^\pL]|$)`)
				for where, text := range texts {
					if word.MatchString(text) {
						t.Errorf("%s/%s: %q is not used for %q, but %q: %q", l.Code, where, not, term.Concept, term.Term, text)
					}
				}
			}
		}
	}
}
