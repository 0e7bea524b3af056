//go:build unix

package server

import (
	"math"
	"syscall"
)

// openFiles is how many files the program may open. Go has raised the limit as far
// as it may.
func openFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return someFiles
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) //nolint:unconvert // It is signed on some systems.
}
