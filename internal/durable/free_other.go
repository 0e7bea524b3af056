//go:build !linux && !darwin

package durable

// Free is not implemented on this system.
func Free(string) (bytes int64, known bool) { return 0, false }
