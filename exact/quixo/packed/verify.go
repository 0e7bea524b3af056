//go:build !js

// Browsers neither verify nor write files, and SHA-256 would make their module
// a good deal larger.

package packed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
)

// Verify reads the whole file and compares it with its checksums. It calls
// progress with the number of bytes read so far; an error from progress stops it.
func (t *Table) Verify(progress func(read int64) error) error {
	for i := range t.head.Layers {
		s := &t.head.Sections[i]
		sum := sha256.New()
		section := io.NewSectionReader(t.reader, int64(s.Start), int64(s.Stop-s.Start))
		read := int64(s.Start)
		n, err := io.CopyBuffer(io.MultiWriter(sum, writerFunc(func(b []byte) (int, error) {
			read += int64(len(b))
			return len(b), progress(read)
		})), section, make([]byte, 1<<20))
		switch {
		case errors.Is(err, context.Canceled):
			return err
		case err == nil && n < int64(s.Stop-s.Start):
			err = io.ErrUnexpectedEOF
		case err == nil && [sha256.Size]byte(sum.Sum(nil)) != s.Sum:
			err = errors.New("its contents do not have their checksum")
		}
		if err != nil {
			return fmt.Errorf("layer %d: %w", i, err)
		}
	}
	return nil
}

type writerFunc func(b []byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
