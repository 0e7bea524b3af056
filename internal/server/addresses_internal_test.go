package server

import (
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestPublicAddresses(t *testing.T) {
	var found []net.Addr
	for _, text := range []string{
		"127.0.0.1/8", "192.168.1.5/24", "10.0.0.7/8", "100.64.1.1/10", "169.254.3.4/16", "203.0.113.9/24",
		"::1/128", "fe80::1/64", "fd00::5/64", "2a01:4f8::2/64",
	} {
		ip, network, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	if got := publicAddresses(found); !slices.Equal(got, []string{"203.0.113.9", "2a01:4f8::2"}) {
		t.Errorf("the public addresses are %v", got)
	}
	local := Server{Address: "127.0.0.1:8080"}
	if got := local.PublicAddresses(); got != nil {
		t.Errorf("a server for this machine is at %v", got)
	}
}

func TestSockets(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes of sockets")
	}
	path := filepath.Join(t.TempDir(), "plateau.sock")
	first, err := listen(t.Context(), UnixPrefix+path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != socketMode {
		t.Errorf("the socket is %v, %v", info, err)
	}
	if _, err := listen(t.Context(), UnixPrefix+path); err == nil {
		t.Error("two servers listen at one socket")
	}
	first.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := listen(t.Context(), UnixPrefix+path)
	if err != nil {
		t.Fatalf("a socket that was left behind is in the way: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestModesAreTightened(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes of files")
	}
	path := filepath.Join(t.TempDir(), DatabaseName)
	for _, name := range []string{path, path + "-wal"} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	store, err := openFile(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != ownerOnly {
			t.Errorf("%s is %v, %v", name, info.Mode(), err)
		}
	}
}
