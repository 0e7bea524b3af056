package load

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// residentMemory is the resident memory of a process in bytes; 0 if it is not known.
func residentMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		kilobytes := int64(0)
		if n, _ := fmt.Sscanf(string(line), "VmRSS: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}

// tick is the unit of processor time.
const tick = 10 * time.Millisecond

// machineTime is the CPU time of all processes together since the machine started; 0
// if it is not known.
func machineTime() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	fields := bytes.Fields(line)
	// user, nice, system, idle, waiting, interrupts, soft interrupts
	if len(fields) < 8 || string(fields[0]) != "cpu" {
		return 0
	}
	busy := int64(0)
	for i, field := range fields[1:8] {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return 0
		}
		if i != 3 && i != 4 {
			busy += n
		}
	}
	return time.Duration(busy) * tick
}

// processorTime is the CPU time of a process; 0 if it is not known.
func processorTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name in parentheses may have spaces; user and system time are the 12th
	// and 13th field after it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	user, userErr := strconv.ParseInt(string(fields[11]), 10, 64)
	system, systemErr := strconv.ParseInt(string(fields[12]), 10, 64)
	if userErr != nil || systemErr != nil {
		return 0
	}
	return time.Duration(user+system) * tick
}
