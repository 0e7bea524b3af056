package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
)

// manualPages is the page of the manual about a command and those below it, by
// the name of its file in docs.
var manualPages = map[string]string{
	"play": "terminal", "serve": "hosting", "rules": "rulings",
	"engine": "engines", "match": "engines", "bot": "engines",
	"games": "notation", "show": "notation", "moves": "notation",
	"value": "engine", "best": "engine", "analyse": "engine", "perft": "cli", "puzzles": "puzzles",
	"tournament": "tournaments", "club": "classes", "saved": "records", "record": "records",
	"solve": "tablebases", "tablebase": "tablebases",
	"admin": "hosting", "backup": "hosting", "restore": "hosting", "migrate": "scaling", "bench": "scaling",
	"update": "install", "man": "cli", "version": "cli", "help": "cli", "completion": "cli",
}

// nameManual ends the help of every command with the page that says more.
func nameManual(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if page, ok := manualPages[cmd.Name()]; ok {
			nameManualPage(cmd, page)
		}
	}
}

func nameManualPage(cmd *cobra.Command, page string) {
	cmd.Long = fmt.Sprintf("%s\n\nMore in the manual: docs/%s.md, in the browser #/manual/%s.",
		cmp.Or(cmd.Long, cmd.Short+"."), page, page)
	for _, child := range cmd.Commands() {
		nameManualPage(child, page)
	}
}
