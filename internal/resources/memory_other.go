//go:build !linux

package resources

// availableMemory is the number of bytes that programs can still take, which
// only Linux tells without more ado.
func availableMemory() int64 { return Unknown }
