package cli

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// unansweredTime is how long what was sent over a connection may stay without
// the other machine's word that it has arrived. The system's own limit is a
// quarter of an hour.
const unansweredTime = 30 * time.Second

// endDeadConnections prepares a listener such that its connections end when the
// other machine has vanished.
func endDeadConnections(_, _ string, conn syscall.RawConn) error {
	var failure error
	err := conn.Control(func(fd uintptr) {
		failure = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(unansweredTime.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failure
}
