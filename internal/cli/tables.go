package cli

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/game/quixo"
	"plateau/solve"
	"plateau/tablebase"
)

const tablesName = "tables"

// tablesDir is where tables are kept unless a flag says otherwise; it is empty
// where there is no data folder.
func tablesDir() string {
	if dir := dataDir(); dir != "" {
		return filepath.Join(dir, tablesName)
	}
	return ""
}

// tables are those of solved games in a folder. Each is opened once, when it is
// first needed, and stays open until the program ends.
type tables struct {
	folder string
	// data is a data folder in place of the usual one.
	data string

	mu    sync.Mutex
	quixo map[string]*quixoTable
}

// quixoTable is what is known of a board of Quixo.
type quixoTable struct {
	values  func(s *quixo.State) game.Value
	measure func(s *quixo.State) int
}

// addFlag lets the folder be chosen.
func (t *tables) addFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.folder, "tables", "", "use the solved tables in the folder `DIR` (default: tables in the data folder)")
}

func (t *tables) dir() string {
	switch {
	case t.folder != "":
		return t.folder
	case t.data != "":
		return filepath.Join(t.data, tablesName)
	default:
		return tablesDir()
	}
}

// enter tells an engine what the tables know of its game.
func (t *tables) enter(id string, o *engine.Options) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, opened := t.quixo[id]
	if !opened {
		var err error
		if known, err = t.openQuixo(id); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if t.quixo == nil {
			t.quixo = map[string]*quixoTable{}
		}
		t.quixo[id] = known
	}
	if known != nil {
		o.Quixo, o.QuixoMeasure = known.values, known.measure
	}
	return nil
}

// openQuixo gives nothing for games that have no such table.
func (t *tables) openQuixo(id string) (*quixoTable, error) {
	switch id {
	case "quixo":
		return openLargeQuixo(t.dir())
	case "quixo3", "quixo4":
		return openSmallQuixo(int(id[len("quixo")]-'0'), t.dir())
	}
	return nil, nil
}

// openLargeQuixo looks values up in the files. What cannot be read is unknown,
// and the search does what it can.
func openLargeQuixo(folder string) (*quixoTable, error) {
	table, err := tablebase.OpenQuixo(folder)
	if err != nil {
		return nil, err
	}
	return &quixoTable{
		values: func(s *quixo.State) game.Value {
			value, err := table.Value(s)
			if err != nil {
				return game.Unknown
			}
			return value
		},
		measure: func(s *quixo.State) int {
			measure, err := table.Measure(s)
			if err != nil {
				return 0
			}
			return measure
		},
	}, nil
}

// openSmallQuixo solves the smallest board anew, which takes no time, and reads
// the table of a larger one whole, so that a damaged one is never believed.
func openSmallQuixo(size int, folder string) (*quixoTable, error) {
	q := solve.NewQuixo(size)
	values, err := smallQuixoValues(q, size, folder)
	if err != nil {
		return nil, err
	}
	return &quixoTable{values: func(s *quixo.State) game.Value {
		_, offset := q.Locate(s)
		return game.Value(values[offset])
	}}, nil
}

func smallQuixoValues(q *solve.Quixo, size int, folder string) ([]byte, error) {
	if size == 3 {
		return q.Solve(runOn(context.Background(), 1, func(int64, int64) {}), 0, nil)
	}
	layer, err := tablebase.In(folder, q.Game(), q.Layers()).Open(0)
	if err != nil {
		return nil, err
	}
	defer layer.Close()
	return layer.Contents()
}
