package fourrow

import (
	"embed"
	"io/fs"
	"math/bits"

	"plateau/catalogue"
	"plateau/catalogue/look"
	"plateau/engine"
	"plateau/game"
	"plateau/rulebook"
)

//go:embed text
var texts embed.FS

//go:embed look/words/*/*.json
var lookFiles embed.FS

// Entry is everything that Plateau needs to know about the game.
func Entry() catalogue.Entry {
	spec := Spec()
	return catalogue.Entry{
		Game: game.New[State](spec),
		Open: func(catalogue.Sources) (catalogue.NewEngine, error) {
			known := engine.Knowledge[State]{Evaluate: evaluate, Strengths: &strengths}
			return func(o engine.Options) engine.Engine { return engine.New[State](spec, known, o) }, nil
		},
		Rulebook: rulebook.Source{Files: texts, Game: spec.ID},
		Words:    wordFiles(),
		Look:     &terminal,
	}
}

// wordFiles are the words that pages and the terminal share, by language.
func wordFiles() fs.FS {
	words, err := fs.Sub(lookFiles, "look/words")
	if err != nil {
		panic(err) // the path is a constant
	}
	return words
}

// strengths are how far each level looks ahead, and how often it errs.
var strengths = engine.Strengths{
	engine.Easiest: {Depth: 1, Nodes: 1e3, Overlook: 0.5, Blur: 60},
	2:              {Depth: 1, Nodes: 1e3, Overlook: 0.2, Blur: 30},
	3:              {Depth: 2, Nodes: 1e4, Overlook: 0.2, Blur: 20},
	4:              {Depth: 3, Nodes: 1e4, Overlook: 0.1, Blur: 10},
	5:              {Depth: 4, Nodes: 1e5, Overlook: 0.03, Blur: 5},
	engine.Hardest: {Depth: 16, Nodes: 3e5},
}

// evaluate counts the lines that only one side can still complete; the fuller a
// line, the higher its score.
func evaluate(s *State) engine.Score {
	scores := [size + 1]engine.Score{0, 1, 5, 25, 0}
	own, other := s.marks[s.ToMove()], s.marks[1-s.ToMove()]
	score := engine.Score(0)
	for _, line := range lines {
		switch ours, theirs := bits.OnesCount16(own&line), bits.OnesCount16(other&line); {
		case theirs == 0:
			score += scores[ours]
		case ours == 0:
			score -= scores[theirs]
		}
	}
	return score
}

var terminal = look.Terminal{
	Width: 1, First: "X",
	Unicode: map[byte]string{0: "·", 'X': "✕", 'O': "○"},
	ASCII:   map[byte]string{0: "."},
}
