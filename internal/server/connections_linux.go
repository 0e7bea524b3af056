package server

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// userTimeout is how long sent data may stay unacknowledged by the other
// machine. The default of the system is a quarter of an hour.
const userTimeout = 30 * time.Second

// endDeadConnections prepares a listener so that its connections end when the
// other machine has vanished, and its player counts as away.
func endDeadConnections(_, _ string, conn syscall.RawConn) error {
	var failure error
	err := conn.Control(func(fd uintptr) {
		failure = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(userTimeout.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failure
}
