package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"plateau/exact/tablebase"
)

func (a *app) tablebaseCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tablebase",
		GroupID: tablebaseGroup,
		Short:   "Describe and check the tablebases of solved games",
		Long: `Describe and check the tablebases that 'plateau solve' writes. DIR is the folder
of all tablebases or that of one; without it, it is the one in the data folder.`,
		Example: `  plateau tablebase info
  plateau tablebase verify /data/tablebases`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("there is no command %q", "tablebase "+args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(a.tablebaseInfoCommand(), a.tablebaseVerifyCommand(), a.tablebaseExtractCommand())
	return cmd
}

// findTablebases returns those of a DIR argument. That there are none is an
// error only if somebody named the folder.
func (a *app) findTablebases(args []string) ([]tablebase.Dir, error) {
	folder := tablebasesDir()
	if len(args) > 0 {
		folder = args[0]
	}
	if folder == "" {
		return nil, errors.New("there is no data folder; name the folder of the tablebases")
	}
	found, err := tablebase.Find(folder)
	switch {
	case len(args) == 0 && errors.Is(err, fs.ErrNotExist), err == nil && len(found) == 0:
		err = fmt.Errorf("%s has no tablebases yet; 'plateau solve GAME' makes them", folder)
	case err != nil || len(found) > 0:
		return found, err
	}
	if len(args) > 0 {
		return nil, err
	}
	fmt.Fprintf(a.Err, "plateau: %v\n", err)
	return nil, nil
}

// tablebaseObject is a tablebase; its keys are documented as stable.
type tablebaseObject struct {
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
func describe(d tablebase.Dir, check func(l *tablebase.Layer) error) tablebaseObject {
	object := tablebaseObject{
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

// damaged tells whether anything in the tablebase is.
func (t *tablebaseObject) damaged() bool {
	for _, file := range t.Files {
		if file.Damage != nil {
			return true
		}
	}
	return len(t.Wrong) > 0
}

// condition says in a few words how the tablebase is.
func (t *tablebaseObject) condition() string {
	switch {
	case t.damaged():
		return "damaged"
	case t.Complete:
		return "complete"
	}
	return "not complete"
}
