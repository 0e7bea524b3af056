package load_test

import (
	"net"
	"strconv"
	"testing"

	"plateau/internal/load"
)

// A free port is none that systems give to connections, and nobody listens there.
func TestFreePort(t *testing.T) {
	for range 100 {
		port, err := load.FreePort(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n, err := strconv.Atoi(port); err != nil || n < 1024 || n >= 32768 {
			t.Fatalf("port %s may be given to others", port)
		}
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:"+port)
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
	}
}
