//go:build !linux

package solving

// availableMemory is only implemented on Linux.
func availableMemory() int64 { return Unknown }
