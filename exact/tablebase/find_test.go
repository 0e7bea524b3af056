package tablebase_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plateau/exact"
	"plateau/exact/tablebase"
)

func TestFind(t *testing.T) {
	folder := t.TempDir()
	pivot, quixo := tablebase.In(folder, "pivot", 17), tablebase.In(folder, "quixo3", 1)
	err := errors.Join(
		pivot.Write(11, exact.Bytes("b")), pivot.Write(2, exact.Bytes("a")), quixo.Write(0, exact.Bytes("c")),
		os.WriteFile(filepath.Join(pivot.Path, ".writing-1"), nil, 0o600),
		os.WriteFile(filepath.Join(pivot.Path, "layer-x.plateau-table"), nil, 0o600),
		os.Mkdir(filepath.Join(folder, "empty"), 0o700),
	)
	if err != nil {
		t.Fatal(err)
	}
	found, err := tablebase.Find(folder)
	if err != nil || !slices.Equal(found, []tablebase.Dir{pivot, quixo}) {
		t.Errorf("found %v, %v", found, err)
	}
	if got := pivot.Present(); !slices.Equal(got, []int{2, 11}) {
		t.Errorf("layers %v", got)
	}
	if got := pivot.LeftOver(); len(got) != 1 {
		t.Errorf("left over %v", got)
	}
	one, err := tablebase.Find(quixo.Path)
	if err != nil || !slices.Equal(one, []tablebase.Dir{quixo}) {
		t.Errorf("found %v, %v", one, err)
	}
	if _, err := tablebase.Find(filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}

func TestFindWithoutReadableHead(t *testing.T) {
	d := tablebase.In(t.TempDir(), "pivot", 17)
	if err := d.Write(3, exact.Bytes("a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(d.File(3), 10); err != nil {
		t.Fatal(err)
	}
	found, err := tablebase.Find(d.Path)
	if err != nil || len(found) != 1 || found[0].Game != "pivot" || found[0].Layers != 0 {
		t.Errorf("found %v, %v", found, err)
	}
}
