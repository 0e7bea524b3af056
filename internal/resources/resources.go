// Package resources says how much memory and disk a machine has left.
package resources

import (
	"os"
	"path/filepath"
)

// Unknown stands where a system does not say.
const Unknown int64 = -1

// Resources are bytes of memory and disk.
type Resources struct{ Memory, Disk int64 }

// For is what there is for files in a folder that may not exist yet.
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
