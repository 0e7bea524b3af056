package cli_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/cli"
)

// failing is an engine that panics in a goroutine of its search.
type failing struct{ engine.Options }

func (f failing) search() { f.Parallel(2, func(int, int) { panic("no more cards") }) }

func (f failing) Choose(context.Context, *game.Match, engine.Level, *rand.Rand) engine.Choice {
	f.search()
	return engine.Choice{}
}

func (f failing) ChooseWithin(context.Context, *game.Match, uint64) engine.Choice {
	f.search()
	return engine.Choice{}
}

func (f failing) Analyse(context.Context, game.Position, int, func(*engine.Analysis)) *engine.Analysis {
	f.search()
	return nil
}

func (failing) Exact() bool { return false }

// A command whose search panics ends with a sentence that names what happened.
func TestCommandsWhoseSearchPanics(t *testing.T) {
	t.Setenv("PLATEAU_DATA", t.TempDir())
	t.Setenv("LANG", "C.UTF-8")
	entry, err := full.All().Find("quixo3")
	if err != nil {
		t.Fatal(err)
	}
	entry.Open = func(catalogue.Sources) (catalogue.NewEngine, error) {
		return func(o engine.Options) engine.Engine { return failing{o} }, nil
	}
	program := cli.Program{Games: catalogue.List{entry}, Data: full.Data, Build: cli.Build{Version: "v1.2.3"}}
	const sentence = "plateau: an error in plateau itself ended this command: no more cards."
	for _, test := range []struct {
		command, input string
		code           int
		want           string
	}{
		{"best quixo3 start --level perfect", "", 70, sentence},
		{"best quixo3 start --level 2 --json", "", 70, sentence},
		{"value quixo3 start", "", 70, sentence},
		{"analyse quixo3 start", "", 70, sentence},
		{"play quixo3 --computer X=2", "", 70, sentence},
		{"play quixo3", "hint\n", 70, sentence},
		{"match quixo3 --a 2 --b 3 --games 2", "", 0, "A 2 lost 1 by failing"},
		{"engine", "ugi\nuginewgame quixo3\nposition startpos\ngo movetime 50\nquit\n", 0, "info string error: the engine failed: panic: no more cards"},
	} {
		var out bytes.Buffer
		code := cli.Main(program, strings.Fields(test.command), cli.Streams{In: strings.NewReader(test.input), Out: &out, Err: &out})
		if code != test.code || !strings.Contains(out.String(), test.want) {
			t.Errorf("%s: exit code %d instead of %d, and no %q in\n%s", test.command, code, test.code, test.want, &out)
		}
		if code == 70 && !strings.Contains(out.String(), "failure_test.go") {
			t.Errorf("%s does not say where:\n%s", test.command, &out)
		}
	}
}
