package online_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkIdleStream is the memory of an idle stream, with its connection and
// everything that belongs to it in the server.
func BenchmarkIdleStream(b *testing.B) {
	s := newQuietSite(b, nil)
	s.server = httptest.NewServer(s.handler)
	b.Cleanup(s.server.Close)
	b.Cleanup(s.house.Close)
	ann := s.guest("Ann")
	id := ann.open(quixo)
	before := memoryInUse()
	var conns []net.Conn
	for b.Loop() {
		conns = append(conns, idleStream(b, s, "/tables/"+id+"/events", ann.token))
	}
	b.ReportMetric(float64(memoryInUse()-before)/float64(len(conns)), "B/stream")
	for _, c := range conns {
		c.Close()
	}
}

// idleStream reads the first messages and keeps nothing but the connection.
func idleStream(b *testing.B, s *site, path, token string) net.Conn {
	b.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(b.Context(), "tcp", s.server.Listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	fmt.Fprintf(conn, "GET /api/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", path, token)
	for reader := bufio.NewReader(conn); ; {
		line, err := reader.ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		if strings.HasPrefix(line, "event: beat") {
			return conn
		}
	}
}

func memoryInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
