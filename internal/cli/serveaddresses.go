package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// listen takes the address that a flag names, or says in words that help why it
// cannot be had.
func listen(ctx context.Context, flag, address string) (net.Listener, error) {
	// Whoever vanishes without a word counts as away from then on.
	config := net.ListenConfig{Control: endDeadConnections}
	listener, err := config.Listen(ctx, "tcp", address)
	if err == nil {
		return listener, nil
	}
	_, port, _ := net.SplitHostPort(address) // was checked when it was set
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %s is taken by another program; choose another one, such as --%s :%s", port, flag, nextPort(port))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("port %s may only be used by the system's administrator; choose one above 1023, such as --%s :8080", port, flag)
	default:
		return nil, fmt.Errorf("cannot listen at %s: %w", address, err)
	}
}

func nextPort(port string) string {
	number, err := strconv.Atoi(port)
	if err != nil || number >= 65535 {
		return "8080"
	}
	return strconv.Itoa(number + 1)
}

// networkAddresses are those under which other machines may reach this one.
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

// addresses are the pages' addresses: of this machine first, then those for
// others, if it listens to them.
func addresses(scheme string, bound net.Addr, network []net.IP) []string {
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

// onDesktop tells whether a browser is likely to appear before whoever started
// the program.
func onDesktop(goos string, getenv func(name string) string) bool {
	switch {
	case getenv("SSH_CONNECTION") != "":
		return false
	case goos == "darwin" || goos == "windows":
		return true
	default:
		return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
	}
}

// openBrowser asks the system to show a page; the program does not wait for it.
func openBrowser(ctx context.Context, url string) error {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", url}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
