package accounts_test

import (
	"strings"
	"testing"
	"unicode"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

func TestNamesThatLookAlike(t *testing.T) {
	for _, names := range [][]string{
		{"Ann Lee", "ann lee", "ANN LEE", "Ａｎｎ Lee", "Аnn Lee", "Ánn Lee", "A\u0301nn Lee", "Ann Iee", "Ann 1ee"},
		{"Alice", "ꓮlice", "Ꭺlice", "Alⲓce", "ꭺlice", "ᴀlice", "Αlice", "Alίce", "АӀісе", "𝒜lice"},
		{"Straße", "STRASSE", "strasse", "ſtraße"},
		{"Marna", "Mama", "MAMA", "МАМА"},
		{"Oskar", "0skar", "Оѕkаr", "Öskar"},
		{"d’Arc", "d'Arc", "D‘ARC"},
		{"a-b", "a–b", "a_b"},
		{"Zoë", "Zoe\u0308", "Zoe", "Zoe\ufe0f", "Z\u3164oe"},
		{"田中", "田中"},
		{"ｶﾞ", "ガ"},
	} {
		want := accounts.NameKey(names[0])
		for _, name := range names[1:] {
			if got := accounts.NameKey(name); got != want {
				t.Errorf("%q has the key %q, but %q has %q", name, got, names[0], want)
			}
		}
	}
}

func TestNamesThatDiffer(t *testing.T) {
	seen := make(map[string]string)
	for _, name := range []string{
		"Ann", "Anna", "Anne", "Hanna", "Ben", "Bert", "Ann Lee", "AnnLee", "Ann-Lee", "Tom", "Tim", "Ida", "Ada", "Eva", "Uwe",
		"田中", "中田", "कमल", "कोमल", "Łukasz", "🦊", "🐻", "אבא", "Player 2", "Player 3", "אמא",
	} {
		key := accounts.NameKey(name)
		if other, taken := seen[key]; taken {
			t.Errorf("%q and %q have the same key %q", name, other, key)
		}
		seen[key] = name
	}
}

func TestNamesThatCannotBeSeen(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"", " ", "\u3164", "\u2800 \u2800", "\u200b", "\u115f\u1160", "a\u202eb", "\u0301"} {
		_, _, err := s.Guest(t.Context(), name)
		if code := code(err); !strings.HasPrefix(code, "name.") {
			t.Errorf("the name %q was answered with %v", name, err)
		}
	}
}

// TestKeysOfAllLetters has each character alone, but for those of Chinese and
// Korean, which are many and have no case.
func TestKeysOfAllLetters(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !unicode.IsGraphic(r) || unicode.In(r, unicode.Han, unicode.Hangul) {
			continue
		}
		key := accounts.NameKey(string(r))
		if again := accounts.NameKey(key); again != key {
			t.Errorf("%U has the key %q, which has the key %q", r, key, again)
		}
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			if got := accounts.NameKey(string(other)); got != key {
				t.Errorf("%c has the key %q, and %c has %q", r, key, other, got)
			}
		}
	}
}

func FuzzNameKey(f *testing.F) {
	for _, name := range []string{"Ann", "Straße", "МАМА", "ｶﾞ", "\u0344", "ΐ", "İı", "ﷺ", "ǰ", "\xff", "W W", "1̇", "ؿ\u05a4"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		key := accounts.NameKey(name)
		if again := accounts.NameKey(key); again != key {
			t.Errorf("%q has the key %q, which has the key %q", name, key, again)
		}
		clean, err := play.CleanName(name)
		if err != nil {
			return
		}
		if again, err := play.CleanName(clean); err != nil || again != clean {
			t.Errorf("the clean name %q becomes %q, %v", clean, again, err)
		}
		if got := accounts.NameKey(clean); got != key {
			t.Errorf("%q has the key %q, and cleaned %q", name, key, got)
		}
		if got := accounts.NameKey(strings.ToLower(clean)); strings.ToLower(clean) != clean && isASCII(clean) && got != key {
			t.Errorf("%q has the key %q, and in small letters %q", clean, key, got)
		}
	})
}

func isASCII(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }) }
