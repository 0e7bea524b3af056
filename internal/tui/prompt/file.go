package prompt

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// replaceFile writes a file so that at every moment, even if the power fails,
// either the old content or the new one is there.
func replaceFile(path string, content []byte) error {
	dir := filepath.Dir(path)
	// Unlike os.CreateTemp, this leaves the permissions to the user's mask.
	temporary := filepath.Join(dir, fmt.Sprintf(".%s.%x.tmp", filepath.Base(path), rand.Uint64()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = writeAndClose(f, content)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	syncDir(dir)
	return nil
}

// createFile writes a file that must not exist yet.
func createFile(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := writeAndClose(f, content); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	syncDir(filepath.Dir(path))
	return nil
}

func writeAndClose(f *os.File, content []byte) error {
	_, err := f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir makes a new name in a folder last. Not every system can do that, and
// the content is safe without it.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
