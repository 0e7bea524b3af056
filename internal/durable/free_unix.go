//go:build linux || darwin

package solving

import "syscall"

// freeDisk is the number of bytes that can still be written to a folder, or
// Unknown.
func freeDisk(folder string) int64 {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return Unknown
	}
	// The types of the fields differ between systems.
	return int64(fs.Bavail) * int64(fs.Bsize) //nolint:unconvert // see above
}
