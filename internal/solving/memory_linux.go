package solving

import (
	"fmt"
	"os"
	"strings"
)

// availableMemory is the number of bytes that programs can still allocate, or
// Unknown.
func availableMemory() int64 {
	// An unreadable file is empty, which says nothing either.
	text, _ := os.ReadFile("/proc/meminfo")
	return parseMeminfo(string(text))
}

func parseMeminfo(text string) int64 {
	for line := range strings.Lines(text) {
		kilobytes := int64(0)
		if n, _ := fmt.Sscanf(line, "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return Unknown
}
