package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/games/full"
)

// every is which of the positions are proved again; the others only have to be
// legal.
const every = 25

func TestDataIsRight(t *testing.T) {
	files, err := filepath.Glob("../../docs/data/*-only-wins.csv")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), "-only-wins.csv")
		t.Run(id, func(t *testing.T) { checkFile(t, id, file) })
	}
}

func checkFile(t *testing.T, id, file string) {
	t.Helper()
	t.Parallel()
	entry, err := full.All().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	newEngine, err := entry.Open(catalogue.Sources{Data: full.Data})
	if err != nil {
		t.Fatal(err)
	}
	judge := newEngine(engine.Options{TranspositionBytes: 8 << 20})
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil || len(rows) < 50 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows[1:] {
		p, err := entry.Game.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != row[0] {
			t.Errorf("%s is written %s", row[0], p)
		}
		if _, err := p.ParseMove(row[1]); err != nil {
			t.Error(err)
		}
		if i%every != 0 {
			continue
		}
		if w, ok := onlyWinOf(judge, p); !ok || w.move != row[1] || w.distance() != row[2] {
			t.Errorf("%v: found %+v, %t", row, w, ok)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"quantik"}, {"chess", "5"}, {"quantik", "many"}} {
		if err := run(args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
