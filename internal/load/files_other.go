//go:build !linux && !darwin

package load

// AllowFiles lets the system say by itself when there are too many.
func AllowFiles(Config) error { return nil }
