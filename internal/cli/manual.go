package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"
)

// places are the titles under which the help lists commands, in its order, with the page
// of the manual about each command and those below it, by the name of its file in docs.
var places = []struct {
	title string
	pages map[string]string
}{
	{"Playing:", map[string]string{"play": "terminal", "serve": "hosting", "rules": "rulings"}},
	{"Engines:", map[string]string{"engine": "engines", "match": "engines", "bot": "engines"}},
	{"Asking about positions:", map[string]string{
		"games": "notation", "show": "notation", "moves": "notation", "value": "engine", "best": "engine", "analyse": "engine",
		"perft": "cli", "puzzles": "puzzles",
	}},
	{"Tournaments and clubs:", map[string]string{"tournament": "tournaments", "club": "classes"}},
	{"Saved games:", map[string]string{"saved": "records", "record": "records"}},
	{"Solved games:", map[string]string{"solve": "tablebases", "tablebase": "tablebases"}},
	{"More:", map[string]string{
		"admin": "hosting", "backup": "hosting", "restore": "hosting", "migrate": "scaling", "bench": "scaling", "update": "install",
		"man": "cli", "version": "cli", "help": "cli", "completion": "cli",
	}},
}

// place lists all commands in the help, and ends the help of each with the page that
// says more.
func place(root *cobra.Command) {
	for _, at := range places {
		root.AddGroup(&cobra.Group{ID: at.title, Title: at.title})
		for _, cmd := range root.Commands() {
			if page, ok := at.pages[cmd.Name()]; ok {
				cmd.GroupID = at.title
				nameManualPage(cmd, page)
			}
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
