//go:build !linux

package resources

// availableMemory is only implemented on Linux.
func availableMemory() int64 { return Unknown }
