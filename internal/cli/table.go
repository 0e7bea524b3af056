package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"plateau/tablebase"
)

func (a *app) tableCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "table",
		GroupID: tableGroup,
		Short:   "Describe and check the tables of solved games",
		Long: `Describe and check the tables that 'plateau solve' writes. DIR is the folder of
all tables or that of one; without it, it is the one in the data folder.`,
		Example: `  plateau table info
  plateau table verify /data/tables`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("there is no command %q", "table "+args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(a.tableInfoCommand(), a.tableVerifyCommand(), a.tableLossesCommand(), a.tableOpeningCommand(), a.tableEstimateCommand())
	return cmd
}

// findTables gives the tables of a DIR argument; that there are none is an
// error.
func findTables(args []string) ([]tablebase.Dir, error) {
	folder := tablesDir()
	if len(args) > 0 {
		folder = args[0]
	}
	if folder == "" {
		return nil, errors.New("there is no data folder; name the folder of the tables")
	}
	found, err := tablebase.Find(folder)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s has no tables; 'plateau solve GAME' makes them", folder)
	}
	return found, nil
}

// tableObject is a table; its keys are documented as stable.
type tableObject struct {
	Game     string       `json:"game"`
	Path     string       `json:"path"`
	Layers   int          `json:"layers"`
	Complete bool         `json:"complete"`
	Bytes    int64        `json:"bytes"`
	Files    []fileObject `json:"files"`
	LeftOver []string     `json:"leftOver"`
	// Compared is how many positions were compared with their moves, and
	// Wrong what was found.
	Compared int      `json:"compared"`
	Wrong    []string `json:"wrong"`
}

type fileObject struct {
	Layer  int     `json:"layer"`
	File   string  `json:"file"`
	Bytes  int64   `json:"bytes"`
	SHA256 *string `json:"sha256"`
	Damage *string `json:"damage"`
}

// describe opens every layer's file and hands it to check, which may find the
// contents damaged; a file whose head is damaged is not handed on.
func describe(d tablebase.Dir, check func(l *tablebase.Layer) error) tableObject {
	object := tableObject{
		Game: d.Game, Path: d.Path, Layers: d.Layers,
		Files: []fileObject{}, LeftOver: append([]string{}, d.LeftOver()...), Wrong: []string{},
	}
	sound := 0
	for _, layer := range d.Present() {
		file := fileObject{Layer: layer, File: d.File(layer)}
		l, err := d.Open(layer)
		if err == nil {
			sum := fmt.Sprintf("%x", l.Sum())
			file.Bytes, file.SHA256 = l.Size(), &sum
			err = errors.Join(check(l), l.Close())
		}
		if err != nil {
			damage := err.Error()
			file.Damage = &damage
		} else {
			sound++
		}
		object.Bytes += file.Bytes
		object.Files = append(object.Files, file)
	}
	object.Complete = sound > 0 && sound == d.Layers
	return object
}

// damaged tells whether a file of the table is.
func (t *tableObject) damaged() bool {
	for _, file := range t.Files {
		if file.Damage != nil {
			return true
		}
	}
	return len(t.Wrong) > 0
}

// standing says in a few words how the table is.
func (t *tableObject) standing() string {
	switch {
	case t.damaged():
		return "damaged"
	case t.Complete:
		return "complete"
	}
	return "not complete"
}
