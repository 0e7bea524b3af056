// Package tablebase stores the values of solved games in files, with one folder
// per game and one file per layer, and reads them without loading whole files.
//
// A file is a header and the contents from the game's solver: docs/tablebase-format.md
// describes the format. A file is written under another name, synced to disk
// and then renamed, so a file with the right name is complete.
package tablebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"plateau/exact"
	"plateau/internal/durable"
)

const (
	magic    = "PLATEAU\n"
	version  = 1
	headSize = 128
	crcAt    = 124
)

// Dir is the folder of one game's tablebase.
type Dir struct {
	Path string
	Game string
	// Layers is how many layers the complete tablebase has.
	Layers int
}

// In is the tablebase of a game below a folder for all games.
func In(folder, game string, layers int) Dir {
	return Dir{Path: filepath.Join(folder, game), Game: game, Layers: layers}
}

// File is the name of a layer's file.
func (d Dir) File(layer int) string {
	return filepath.Join(d.Path, fmt.Sprintf("layer-%02d.plateau-table", layer))
}

// head is the header of a layer's file.
type head struct {
	layer, layers int
	size          int64
	game          string
	sum           [sha256.Size]byte
}

func (h *head) encode() []byte {
	b := make([]byte, headSize)
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[8:], version)
	binary.LittleEndian.PutUint32(b[12:], uint32(h.layer))
	binary.LittleEndian.PutUint32(b[16:], uint32(h.layers))
	binary.LittleEndian.PutUint64(b[24:], uint64(h.size))
	copy(b[32:48], h.game)
	copy(b[48:80], h.sum[:])
	binary.LittleEndian.PutUint32(b[crcAt:], crc32.ChecksumIEEE(b[:crcAt]))
	return b
}

func readHead(f *os.File) (*head, error) {
	b := make([]byte, headSize)
	if _, err := f.ReadAt(b, 0); err != nil {
		return nil, fmt.Errorf("its head cannot be read: %w", err)
	}
	if string(b[:len(magic)]) != magic {
		return nil, errors.New("not a tablebase of Plateau")
	}
	if crc32.ChecksumIEEE(b[:crcAt]) != binary.LittleEndian.Uint32(b[crcAt:]) {
		return nil, errors.New("its header is damaged")
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != version {
		return nil, fmt.Errorf("its format has version %d, this program reads version %d", v, version)
	}
	h := &head{
		layer:  int(binary.LittleEndian.Uint32(b[12:])),
		layers: int(binary.LittleEndian.Uint32(b[16:])),
		size:   int64(binary.LittleEndian.Uint64(b[24:])),
		game:   string(bytes.TrimRight(b[32:48], "\x00")),
	}
	copy(h.sum[:], b[48:80])
	return h, nil
}

// Write stores a layer, replacing what was there.
func (d Dir) Write(layer int, contents exact.Layer) error {
	if err := os.MkdirAll(d.Path, 0o755); err != nil {
		return err
	}
	return durable.ReplaceBy(d.File(layer), func(f *os.File) error {
		// The header comes last: it has the checksum of the contents.
		if _, err := f.Seek(headSize, io.SeekStart); err != nil {
			return err
		}
		sum := sha256.New()
		size, err := contents.WriteTo(io.MultiWriter(f, sum))
		if err != nil {
			return err
		}
		h := head{layer, d.Layers, size, d.Game, [sha256.Size]byte(sum.Sum(nil))}
		_, err = f.WriteAt(h.encode(), 0)
		return err
	})
}

// Layer is a stored layer, open for reading. It is safe for concurrent use.
type Layer struct {
	file *os.File
	head *head
	io.ReaderAt
}

// Open opens a layer and checks its header, but not its contents:
// [Layer.Verify] and [Layer.WriteTo] do. It returns fs.ErrNotExist for a missing layer.
func (d Dir) Open(layer int) (*Layer, error) {
	f, err := os.Open(d.File(layer))
	if err != nil {
		return nil, err
	}
	l, err := d.opened(f, layer)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("%s: %w; delete it and solve again", f.Name(), err)
	}
	return l, nil
}

func (d Dir) opened(f *os.File, layer int) (*Layer, error) {
	h, err := readHead(f)
	if err != nil {
		return nil, err
	}
	if h.game != d.Game || h.layer != layer || h.layers != d.Layers {
		return nil, fmt.Errorf("it holds layer %d of %d of %s, not layer %d of %d of %s",
			h.layer, h.layers, h.game, layer, d.Layers, d.Game)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != headSize+h.size {
		return nil, fmt.Errorf("it has %d bytes instead of %d", info.Size(), headSize+h.size)
	}
	return &Layer{f, h, io.NewSectionReader(f, headSize, h.size)}, nil
}

// Size is the number of bytes of the contents.
func (l *Layer) Size() int64 { return l.head.size }

// Sum is the SHA-256 of the contents according to the header.
func (l *Layer) Sum() [sha256.Size]byte { return l.head.sum }

// Close closes the file.
func (l *Layer) Close() error { return l.file.Close() }

// WriteTo implements [exact.Layer]: it copies the contents in pieces, and
// returns an error at the end if their checksum is wrong.
func (l *Layer) WriteTo(w io.Writer) (int64, error) {
	sum := sha256.New()
	contents := io.NewSectionReader(l, 0, l.Size())
	n, err := io.CopyBuffer(io.MultiWriter(sum, w), contents, make([]byte, 1<<20))
	if err == nil && [sha256.Size]byte(sum.Sum(nil)) != l.head.sum {
		err = fmt.Errorf("%s: its contents do not have their checksum; delete it and solve again", l.file.Name())
	}
	return n, err
}

// Verify reads and checks the contents. It calls progress with the number of
// bytes read so far; an error from progress stops it.
func (l *Layer) Verify(progress func(read int64) error) error {
	read := int64(0)
	_, err := l.WriteTo(writerFunc(func(b []byte) (int, error) {
		read += int64(len(b))
		return len(b), progress(read)
	}))
	return err
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
