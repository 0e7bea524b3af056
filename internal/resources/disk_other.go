//go:build !linux && !darwin

package resources

// freeDisk is not implemented on this system.
func freeDisk(string) int64 { return Unknown }
