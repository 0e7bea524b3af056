package bridge

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"plateau/games"
)

func TestRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, g := range games.All() {
		for round := range 8 {
			match := textOf(randomMatch(t, g.Game, rng))
			match.Players[0] = "Ann } \\"
			over := must[MatchView](t, "match", params{"match": match}).Now.Verdict.Over
			if round%2 == 1 && !over {
				match.Closing = &Closing{[]string{"resignation", "timeout"}[round/2%2], round / 4}
			}
			match.Swapped = g.Game.FreeColours() && round%3 == 0
			tags := [][2]string{{"Date", "2026.11.15"}, {"Event", fmt.Sprint("round ", round)}}
			text := must[string](t, "writeRecord", params{"match": match, "tags": tags})
			got := must[[]RecordView](t, "readRecords", params{"text": text + text})
			if match.Start == usualStart(g.Game).String() {
				match.Start = ""
			}
			want := RecordView{match, tags}
			if len(got) != 2 || !reflect.DeepEqual(got[0], want) || !reflect.DeepEqual(got[1], want) {
				t.Errorf("read back as\n%+v\nwant\n%+v\n%s", got, want, text)
			}
		}
	}
}

func TestOnlyFreeColoursAreSwapped(t *testing.T) {
	_, refused := ask[any](t, "match", params{"match": MatchText{Game: "pivot", Swapped: true}})
	if refused == nil || refused.Code != FixedColours.Code {
		t.Errorf("%+v", refused)
	}
}

func TestBrokenRecord(t *testing.T) {
	_, refused := ask[any](t, "readRecords", params{"text": "[Game \"quixo\"]\n\n1. a1-a5 c3-c5 *"})
	if refused == nil || refused.Code != "quixo.inner" || refused.Params["line"] != "3" || refused.Params["column"] != "10" ||
		!strings.HasPrefix(refused.Text, "line 3, column 10: ") {
		t.Errorf("%+v", refused)
	}
}

// The reason of a result is kept, those of referees of programs too. A result without
// one counts as a resignation or an agreed draw.
func TestReasonsOfRecords(t *testing.T) {
	for text, want := range map[string]*Closing{
		"[Game \"quixo\"]\n\n1. a1-a5 1-0":                    {"resignation", 1},
		"[Game \"quixo\"]\n\n1. a1-a5 1/2-1/2":                {"agreement", 0},
		"[Game \"quixo4p\"]\n[Reason \"timeout\"]\n\n0-1":     {"timeout", 0},
		"[Game \"quixo\"]\n\n1. a1-a5 *":                      nil,
		"[Game \"quixo3\"]\n[Start \"XXX/3/3 O\"]\n\n1-0":     nil,
		"[Game \"quixo\"]\n[Start \"5/5/5/5/5 O\"]\n\n1. 1-0": {"resignation", 1},

		"[Game \"quixo\"]\n[Reason \"crash\"]\n\n1. a1-a5 0-1":            {"crash", 0},
		"[Game \"quixo\"]\n[Reason \"illegal-move\"]\n\n1. a1-a5 1-0":     {"illegal-move", 1},
		"[Game \"quixo\"]\n[Reason \"adjudication\"]\n\n1. a1-a5 1-0":     {"adjudication", 1},
		"[Game \"quixo\"]\n[Reason \"adjudication\"]\n\n1. a1-a5 1/2-1/2": {"adjudication-draw", 0},
		"[Game \"quixo\"]\n[Reason \"too-long\"]\n\n1. a1-a5 1/2-1/2":     {"too-long", 0},
	} {
		got := must[[]RecordView](t, "readRecords", params{"text": text})
		if len(got) != 1 || !reflect.DeepEqual(got[0].Match.Closing, want) {
			t.Errorf("%s\nis read as %+v", text, got)
			continue
		}
		if want == nil || !strings.Contains(text, "Reason") {
			continue
		}
		// It is the same when it is written again.
		written := must[string](t, "writeRecord", params{"match": got[0].Match, "tags": [][2]string{}})
		if again := must[[]RecordView](t, "readRecords", params{"text": written}); !reflect.DeepEqual(again[0].Match, got[0].Match) {
			t.Errorf("%s\nis written as\n%s", text, written)
		}
	}
}
