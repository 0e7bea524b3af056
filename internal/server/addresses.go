package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
)

func listen(ctx context.Context, address string) (net.Listener, error) {
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

func urls(scheme string, bound net.Addr, network []net.IP) []string {
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
