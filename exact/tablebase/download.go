package tablebase

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"plateau/exact"
	"plateau/internal/durable"
)

// PackedHead is how many bytes at the beginning of a packed file say what it is.
const PackedHead = 4096

// Download is a packed tablebase that arrives from elsewhere. Only one process
// can have it.
type Download struct {
	// File has what has arrived.
	File *os.File

	dir     Dir
	release func() error
}

// ContinueDownload starts to download the packed tablebase with a beginning, or
// continues with what an earlier run has of the same one.
func (d Dir) ContinueDownload(head []byte) (*Download, error) {
	f, release, err := d.continueFile(filepath.Join(d.Path, durable.Unfinished+"download"))
	if err != nil {
		return nil, err
	}
	there := make([]byte, len(head))
	if n, _ := f.ReadAt(there, 0); !bytes.Equal(there[:n], head) {
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), release())
	}
	return &Download{f, d, release}, nil
}

// Have is how many bytes have arrived.
func (d *Download) Have() int64 {
	info, err := d.File.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// Finish verifies the file and gives it its name. A damaged file is emptied. An
// error from progress stops it.
func (d *Download) Finish(p *exact.Packing, progress func(read int64) error) error {
	stopped := error(nil)
	t, err := openPacked(d.File, p)
	if err == nil {
		err = t.Verify(func(read int64) error {
			stopped = progress(read)
			return stopped
		})
	}
	if stopped != nil {
		return stopped
	}
	if err != nil {
		return errors.Join(fmt.Errorf("what arrived is damaged, and was deleted: %w; download it again", err), d.File.Truncate(0))
	}
	// Not every system renames an open file.
	if err := errors.Join(d.File.Sync(), d.Close()); err != nil {
		return err
	}
	return durable.Rename(d.File.Name(), d.dir.PackedFile())
}

// Close leaves what has arrived for a later run. After Finish it does nothing.
func (d *Download) Close() error { return errors.Join(d.File.Close(), d.release()) }
