//go:build !linux

package load

import "time"

// residentMemory and processorTime are 0, which stands for unknown.
func residentMemory(int) int64 { return 0 }

func processorTime(int) time.Duration { return 0 }
