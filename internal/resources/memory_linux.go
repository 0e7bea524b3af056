package resources

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// availableMemory is the number of bytes that programs can still allocate, or
// Unknown.
func availableMemory() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return Unknown
	}
	defer f.Close()
	return parseMeminfo(f)
}

func parseMeminfo(r io.Reader) int64 {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		kilobytes := int64(0)
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return Unknown
}
