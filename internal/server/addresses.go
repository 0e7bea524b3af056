package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"syscall"

	"plateau/internal/httpapi/peer"
)

// UnixPrefix begins the address of a unix socket, before its path.
const UnixPrefix = "unix:"

// socketMode lets the owner and the group of a socket connect.
const socketMode = 0o660

// listenAtSocket listens at a unix socket. One that a server has left behind,
// because it could not remove it, is replaced.
func listenAtSocket(ctx context.Context, path string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "unix", path)
	if errors.Is(err, syscall.EADDRINUSE) {
		var dialer net.Dialer
		if used, failure := dialer.DialContext(ctx, "unix", path); failure == nil {
			return nil, errors.Join(fmt.Errorf("another program listens at %s", path), used.Close())
		}
		if info, failure := os.Lstat(path); failure == nil && info.Mode().Type() == os.ModeSocket && os.Remove(path) == nil {
			listener, err = config.Listen(ctx, "unix", path)
		}
	}
	if err == nil {
		if err = os.Chmod(path, socketMode); err == nil {
			return listener, nil
		}
		err = errors.Join(err, listener.Close())
	}
	return nil, fmt.Errorf("cannot listen at %s: %w", path, err)
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	if path, isSocket := strings.CutPrefix(address, UnixPrefix); isSocket {
		return listenAtSocket(ctx, path)
	}
	config := net.ListenConfig{Control: endDeadConnections}
	listener, err := config.Listen(ctx, "tcp", address)
	switch _, port, _ := net.SplitHostPort(address); {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %s is in use by another program; choose another port", port)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %s is reserved for the administrator; choose one above 1023", port)
	case err != nil:
		return nil, fmt.Errorf("cannot listen at %s: %w", address, err)
	}
	return listener, nil
}

// networkAddresses are those at which other machines may reach this one.
func networkAddresses() []net.IP {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var ips []net.IP
	for _, addr := range found {
		if network, ok := addr.(*net.IPNet); ok && network.IP.IsGlobalUnicast() && network.IP.To4() != nil {
			ips = append(ips, network.IP)
		}
	}
	return ips
}

// ParseProxies reads networks of trusted proxies, with commas between them.
func ParseProxies(text string) (peer.Proxies, error) { return peer.ParseProxies(text) }

// PublicAddresses are addresses of this machine in the internet at which the
// server listens.
func (s *Server) PublicAddresses() []string {
	host, _, err := net.SplitHostPort(s.Address)
	if err != nil || !net.ParseIP(host).IsUnspecified() {
		return nil
	}
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	return publicAddresses(found)
}

// shared are the addresses of providers behind which many customers are.
var shared = netip.MustParsePrefix("100.64.0.0/10")

func publicAddresses(found []net.Addr) []string {
	var public []string
	for _, addr := range found {
		network, err := netip.ParsePrefix(addr.String())
		if err != nil {
			continue
		}
		if ip := network.Addr().Unmap(); ip.IsGlobalUnicast() && !ip.IsPrivate() && !shared.Contains(ip) {
			public = append(public, ip.String())
		}
	}
	return public
}

func urls(scheme string, bound net.Addr, network []net.IP) []string {
	if bound.Network() == "unix" {
		return []string{UnixPrefix + bound.String()}
	}
	host, port, err := net.SplitHostPort(bound.String())
	if err != nil {
		return []string{scheme + "://" + bound.String() + "/"}
	}
	usual := map[string]string{"http": ":80", "https": ":443"}[scheme]
	url := func(host string) string {
		return scheme + "://" + strings.TrimSuffix(net.JoinHostPort(host, port), usual) + "/"
	}
	ip := net.ParseIP(host)
	switch {
	case ip.IsLoopback():
		return []string{url("localhost")}
	case !ip.IsUnspecified():
		return []string{url(host)}
	}
	urls := []string{url("localhost")}
	for _, other := range network {
		urls = append(urls, url(other.String()))
	}
	return urls
}
