package cli

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDeadConnectionsEnd looks at an accepted connection, which has what the
// listener was given.
func TestDeadConnectionsEnd(t *testing.T) {
	listener, err := listen(t.Context(), listenFlag, "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	raw, err := accepted.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var limit int
	var failure error
	err = raw.Control(func(fd uintptr) {
		limit, failure = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT)
	})
	if err != nil || failure != nil || int64(limit) != unansweredTime.Milliseconds() {
		t.Errorf("the limit is %d ms, %v, %v", limit, err, failure)
	}
}
