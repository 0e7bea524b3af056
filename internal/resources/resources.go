// Package resources finds out how much memory and disk space a machine has
// left.
package resources

import (
	"os"
	"path/filepath"
)

// Unknown is the answer of a system that does not say.
const Unknown int64 = -1

// Resources are bytes of memory and disk.
type Resources struct{ Memory, Disk int64 }

// For is the resources for a folder, which need not exist yet.
func For(folder string) Resources {
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
	return Resources{availableMemory(), freeDisk(folder)}
}
