package serve

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"plateau/internal/bus/nats"
	"plateau/internal/config"
	"plateau/internal/server"
)

// checkNATS refuses what is no address of a NATS server.
func checkNATS(text string) (string, error) { return text, nats.Check(text) }

func checkAddress(text string) (string, error) {
	if len(text) > len(server.UnixPrefix) && strings.HasPrefix(text, server.UnixPrefix) {
		return text, nil
	}
	if _, port, err := net.SplitHostPort(text); err != nil || port == "" {
		return "", config.ValueError("an address is HOST:PORT, such as :8080 or localhost:9000, or unix:PATH")
	}
	return text, nil
}

// checkMetrics keeps metrics on this machine unless a host is named.
func checkMetrics(text string) (string, error) {
	text, err := checkAddress(text)
	if strings.HasPrefix(text, ":") {
		text = "localhost" + text
	}
	return text, err
}

// checkSSH accepts a port at an address, or off.
func checkSSH(text string) (string, error) {
	if text == "off" {
		return "", nil
	}
	if strings.HasPrefix(text, server.UnixPrefix) {
		return "", config.ValueError("SSH needs a port: write :2222 or HOST:2222")
	}
	return checkAddress(text)
}

// parseCopies reads how many backups are kept, at least one.
func parseCopies(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, config.ValueError("choose a number from 1 on")
	}
	return n, nil
}

// checkProxies accepts networks and addresses.
func checkProxies(text string) (string, error) {
	if _, err := server.ParseProxies(text); err != nil {
		return "", config.ValueError("networks are written as 10.0.0.0/8 or 192.0.2.7, with commas between them")
	}
	return text, nil
}

// parseDays reads a number of days.
func parseDays(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 36500 {
		return 0, config.ValueError("choose a number of days, or 0 for never")
	}
	return n, nil
}

// checkHosts accepts names of hosts for which there can be certificates.
func checkHosts(text string) (string, error) {
	var hosts []string
	for host := range strings.SplitSeq(text, ",") {
		host = strings.ToLower(strings.TrimSpace(host))
		if _, err := netip.ParseAddr(host); err == nil || host == "" || strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			return "", config.ValueError("hosts are names such as games.example.org, with commas between them")
		}
		hosts = append(hosts, host)
	}
	return strings.Join(hosts, ","), nil
}

// checkDirectory accepts the address of an authority.
func checkDirectory(text string) (string, error) {
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Host == "" {
		return "", config.ValueError("an authority has an address such as https://ca.example.org/directory")
	}
	return text, nil
}

// checkRedirecting accepts an address, or none.
func checkRedirecting(text string) (string, error) {
	if text == "off" {
		return text, nil
	}
	return checkAddress(text)
}

// checkURL accepts the origin of an address.
func checkURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", config.ValueError("a public address is a scheme and a host, such as https://games.example.org")
	}
	return u.Scheme + "://" + u.Host, nil
}
