package cli

import (
	"fmt"
	"os"
	"path/filepath"
)

// unknownSize stands where a system does not tell.
const unknownSize int64 = -1

// resources are bytes of memory and disk.
type resources struct{ memory, disk int64 }

// resourcesFor is what there is for files in a folder that may not exist yet.
func resourcesFor(folder string) resources {
	for {
		if _, err := os.Stat(folder); err == nil {
			break
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return resources{availableMemory(), freeDisk(folder)}
}

// refuse says what the resources lack of what is needed.
func (have resources) refuse(game, folder string, need resources) error {
	switch {
	case have.memory != unknownSize && have.memory < need.memory:
		return fmt.Errorf("solving %s needs %s of memory, but only %s are free",
			game, sizeText(need.memory), sizeText(have.memory))
	case have.disk != unknownSize && have.disk < need.disk:
		return fmt.Errorf("the table of %s needs %s of disk, but only %s are free in %s; another folder can be given by --out",
			game, sizeText(need.disk), sizeText(have.disk), folder)
	}
	return nil
}

// sizeText writes a number of bytes for people.
func sizeText(bytes int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if bytes >= unit.bytes {
			return fmt.Sprintf("%.1f %s", float64(bytes)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}
