package server

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// An accepted connection has the options of its listener.
func TestDeadConnectionsEnd(t *testing.T) {
	listener, err := listen(t.Context(), "localhost:0")
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
	if err != nil || failure != nil || int64(limit) != userTimeout.Milliseconds() {
		t.Errorf("the limit is %d ms, %v, %v", limit, err, failure)
	}
}
