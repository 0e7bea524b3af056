package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"plateau/exact"
	"plateau/internal/durable"
)

// layerPattern matches the files of layers, and leftOverPattern the incomplete
// files that a crash leaves.
const (
	layerPattern    = "layer-*.plateau-table"
	leftOverPattern = durable.Unfinished + "*"
)

// Find returns the tablebases in a folder, which may be that of all games or of
// one. The game is read from the files; if no header can be read, it is the
// name of the folder, and Layers is 0.
func Find(folder string) ([]Dir, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	places := []string{folder}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			places = append(places, path)
		}
	}
	var found []Dir
	for _, place := range places {
		files := filesLike(place, layerPattern)
		if len(files) > 0 || len(filesLike(place, PackedName)) > 0 {
			found = append(found, describe(place, files))
		}
	}
	return found, nil
}

func filesLike(folder, pattern string) []string {
	// There are none in a folder that cannot be read.
	files, _ := fs.Glob(os.DirFS(folder), pattern)
	for i, name := range files {
		files[i] = filepath.Join(folder, name)
	}
	return files
}

func describe(folder string, files []string) Dir {
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			continue
		}
		h, err := readHead(f)
		_ = f.Close()
		if err == nil {
			return Dir{Path: folder, Game: h.game, Layers: h.layers}
		}
	}
	absolute, err := filepath.Abs(folder)
	if err != nil {
		absolute = folder
	}
	return Dir{Path: folder, Game: filepath.Base(absolute)}
}

// Present lists the layers that have a file, damaged or not, in ascending
// order.
func (d Dir) Present() []int {
	var layers []int
	for _, file := range filesLike(d.Path, layerPattern) {
		layer := -1
		if _, err := fmt.Sscanf(filepath.Base(file), "layer-%d", &layer); err == nil && d.File(layer) == file {
			layers = append(layers, layer)
		}
	}
	slices.Sort(layers)
	return layers
}

// LeftOver lists incomplete files of layers: they are being written, or a crash
// left them.
func (d Dir) LeftOver() []string { return filesLike(d.Path, leftOverPattern) }

// Fill solves and stores the first layers of a game. It resumes after the last
// layer that is already stored. It calls begin for every layer that it solves.
func (d Dir) Fill(run exact.Run, p exact.Solver, layers int, begin func(layer int)) error {
	var before exact.Layer
	for layer := range layers {
		solved, err := d.FillLayer(run, p, layer, before, begin)
		if err != nil {
			return fmt.Errorf("layer %d: %w", layer, err)
		}
		before = solved
	}
	return nil
}

// FillLayer solves and stores a layer from the one before it, which must be
// stored unless it is given. It returns nil if the layer was already stored.
func (d Dir) FillLayer(run exact.Run, p exact.Solver, layer int, before exact.Layer, begin func(layer int)) (exact.Layer, error) {
	l, err := d.Open(layer)
	if err == nil {
		return nil, l.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if before == nil && layer > 0 {
		stored, err := d.Open(layer - 1)
		if err != nil {
			return nil, err
		}
		defer stored.Close()
		before = stored
	}
	begin(layer)
	solved, err := p.Solve(run, layer, before)
	if err != nil {
		return nil, err
	}
	return solved, d.Write(layer, solved)
}

// Remove deletes a stored layer. It does not mind if there is none.
func (d Dir) Remove(layer int) error {
	if err := os.Remove(d.File(layer)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Missing is the number of bytes that the unsolved ones of the first layers
// will need.
func (d Dir) Missing(p exact.Solver, layers int) int64 {
	sum := int64(0)
	for layer := range layers {
		l, err := d.Open(layer)
		if err != nil {
			sum += headSize + p.Size(layer)
			continue
		}
		_ = l.Close()
	}
	return sum
}
