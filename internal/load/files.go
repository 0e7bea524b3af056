//go:build linux || darwin

package load

import (
	"fmt"
	"syscall"
)

// AllowFiles raises the limit of open files as far as a measurement needs, or says
// why that is not possible.
func AllowFiles(c Config) error {
	need := uint64(c.Streams + workers + openers + otherFiles)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur >= need {
		return err
	}
	allowed := limit.Max
	limit.Cur, limit.Max = need, max(need, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("%d open files are needed per process, and only %d are allowed: raise the limit ('ulimit -n %d'), "+
			"or measure with fewer streams", need, allowed, need)
	}
	return nil
}
