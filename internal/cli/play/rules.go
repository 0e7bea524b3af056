package play

import (
	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

const strategyFlag = "strategy"

func (a *app) rulesCommand() *cobra.Command {
	strategy := false
	cmd := a.WithJSON(&cobra.Command{
		Use:   "rules GAME",
		Short: "Explain the rules of a game in your language",
		Long: `Explain the rules of a game with figures from real positions. Where a figure has
a move, it shows the board before and after, with the cells of the move in round
brackets and a decisive line in square ones. Sentences marked § are rulings of
this project, where the leaflet is silent or can be read in two ways.

With --strategy, read what the solution of the game teaches, with positions to
try. Every statement in it is proved by a test.

The language is that of --lang, or else that of the environment (LC_ALL,
LC_MESSAGES, LANG), or English if the rules are not available in it.`,
		Example: `  plateau rules pivot
  plateau rules quixo4p --lang fr
  plateau rules quantik --strategy
  plateau rules quantik --json`,
		Args:              env.Takes(0, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(_ *cobra.Command, g game.Game, _ []string) error {
			source := a.Catalogue.Of(g).Rulebook
			read := source.Book
			if strategy {
				read = source.Strategy
			}
			rules, err := read(a.Lang)
			if err != nil {
				return err
			}
			if rules == nil {
				return env.Usagef("--%s: nothing is known about the strategy of %s; leave it out for the rules", strategyFlag, g.ID())
			}
			if a.AsJSON {
				return a.writeRulesJSON(rules)
			}
			page, err := a.bookPage(rules)
			if err != nil {
				return err
			}
			return page.Write(rules, a.Out)
		}),
	})
	cmd.Flags().BoolVar(&strategy, strategyFlag, false, "show what the solution of the game teaches, instead of the rules")
	return cmd
}

// rulesLines are the rules of a game for a screen.
func (a *app) rulesLines(g game.Game) ([]string, error) {
	rules, err := a.Catalogue.Of(g).Rulebook.Book(a.Lang)
	if err != nil {
		return nil, err
	}
	page, err := a.bookPage(rules)
	if err != nil {
		return nil, err
	}
	return page.Lines(rules)
}

// blockObject is a block of the rules; its keys are documented as stable.
type blockObject struct {
	Kind  string `json:"kind"`
	Label string `json:"label,omitempty"`
	Text  string `json:"text"`
	*figureObject
}

// figureObject is what only figures have.
type figureObject struct {
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
}

func (a *app) writeRulesJSON(rules *rulebook.Book) error {
	blocks := []blockObject{}
	for _, block := range rules.Blocks {
		object := blockObject{Kind: block.Kind, Label: block.Label, Text: block.Text}
		if block.Kind == rulebook.Figure {
			object.figureObject = &figureObject{block.Position, block.Moves}
		}
		blocks = append(blocks, object)
	}
	return a.WriteJSON(struct {
		Game     string        `json:"game"`
		Language string        `json:"language"`
		Blocks   []blockObject `json:"blocks"`
	}{rules.Game, rules.Language.Code, blocks})
}

// bookPage is the page for a book on this terminal.
func (a *app) bookPage(rules *rulebook.Book) (text.Page, error) {
	g, err := a.Games.Find(rules.Game)
	width, _ := a.TerminalSize()
	return text.Page{Game: g, Texts: a.Texts(), Plain: a.Plain, Style: a.Style(), Width: width}, err
}
