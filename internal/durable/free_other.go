//go:build !linux && !darwin

package solving

// freeDisk is not implemented on this system.
func freeDisk(string) int64 { return Unknown }
