package tablebase

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"plateau/exact"
	"plateau/internal/durable"
)

// PackedName is the name of the packed file in the folder of a game.
const PackedName = "packed.plateau-table"

// PackedFile is the packed tablebase: one file with the same answers.
func (d Dir) PackedFile() string { return filepath.Join(d.Path, PackedName) }

// unfinishedPacked is its name while it is written, over as many runs as it
// takes.
func (d Dir) unfinishedPacked() string {
	return filepath.Join(d.Path, durable.Unfinished+"packed")
}

// OpenPacked opens the packed tablebase. It returns fs.ErrNotExist if there is
// none.
func (d Dir) OpenPacked(p *exact.Packing) (exact.PackedTablebase, error) {
	f, err := os.Open(d.PackedFile())
	if err != nil {
		return nil, err
	}
	t, err := openPacked(f, p)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w; delete it, and download or pack it again", f.Name(), err), f.Close())
	}
	return t, nil
}

func openPacked(f *os.File, p *exact.Packing) (exact.PackedTablebase, error) {
	t, err := p.Open(f)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() != t.Size() {
		err = fmt.Errorf("it has %d bytes instead of %d", info.Size(), t.Size())
	}
	return t, err
}

// continueFile opens an unfinished file, or makes it, and makes sure that only one
// process writes the packed tablebase. The lock is a file of its own, since a locked
// file cannot be written on every system.
func (d Dir) continueFile(name string) (f *os.File, release func() error, err error) {
	if err := os.MkdirAll(d.Path, 0o755); err != nil {
		return nil, nil, err
	}
	release, err = durable.Lock(filepath.Join(d.Path, ".lock"))
	if err != nil {
		return nil, nil, fmt.Errorf("the packed tablebase in %s: %w", d.Path, err)
	}
	f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, errors.Join(err, release())
	}
	return f, release, nil
}

// Packed is a packed tablebase that is being written. Only one process can have
// it.
type Packed struct {
	exact.Packer

	dir     Dir
	file    *os.File
	release func() error
}

// ContinuePacked starts to write the packed tablebase, or continues with what
// an earlier run has packed.
func (d Dir) ContinuePacked(p *exact.Packing) (*Packed, error) {
	f, release, err := d.continueFile(d.unfinishedPacked())
	if err != nil {
		return nil, err
	}
	packer, err := p.NewPacker(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w; delete it and pack again", f.Name(), err), f.Close(), release())
	}
	return &Packed{packer, d, f, release}, nil
}

// AddLayer packs the next layer, which must be stored.
func (p *Packed) AddLayer(run exact.Run) error {
	stored, err := p.dir.Open(p.Layers())
	if err != nil {
		return err
	}
	defer stored.Close()
	return p.Add(run, stored)
}

// Finish gives the complete file its name.
func (p *Packed) Finish() error {
	if p.Layers() != p.dir.Layers {
		return fmt.Errorf("only %d of %d layers are packed", p.Layers(), p.dir.Layers)
	}
	if err := p.Close(); err != nil {
		return err
	}
	return durable.Rename(p.dir.unfinishedPacked(), p.dir.PackedFile())
}

// Close leaves the file for a later run.
func (p *Packed) Close() error { return errors.Join(p.file.Sync(), p.file.Close(), p.release()) }

// PackedSoFar is how many layers an unfinished packed file has.
func (d Dir) PackedSoFar(p *exact.Packing) int {
	f, err := os.Open(d.unfinishedPacked())
	if err != nil {
		return 0
	}
	defer f.Close()
	packer, err := p.NewPacker(readOnly{f})
	if err != nil {
		return 0
	}
	return packer.Layers()
}

// readOnly is a file that is looked at and not changed.
type readOnly struct{ io.ReaderAt }

func (readOnly) WriteAt(b []byte, _ int64) (int, error) { return len(b), nil }
func (readOnly) Truncate(int64) error                   { return nil }
func (readOnly) Sync() error                            { return nil }
