//go:build linux || darwin

package durable

import "syscall"

// Free is the number of bytes that can still be written to a folder, if it is known.
func Free(folder string) (bytes int64, known bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return 0, false
	}
	// The types of the fields differ between systems.
	return int64(fs.Bavail) * int64(fs.Bsize), true //nolint:unconvert // see above
}
