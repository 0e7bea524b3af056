package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// availableMemory is the number of bytes that programs can still take, or
// unknownSize.
func availableMemory() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return unknownSize
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
	return unknownSize
}
