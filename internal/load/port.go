package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// Systems give ports from 32768 on, or from higher ones, to connections and to those who
// ask for any port. So nobody gets one of these by chance, neither before a program
// listens there nor while it is restarted.
const lowestPort, highestPort = 10_000, 32_767

// portAttempts is far more than there are ports in use.
const portAttempts = 1000

// FreePort is a port at which nobody listens now, on any address of this machine: for
// programs that have to know theirs before they start, or that are started again at the
// same one.
func FreePort(ctx context.Context) (string, error) {
	for range portAttempts {
		port := strconv.Itoa(lowestPort + rand.IntN(highestPort-lowestPort+1))
		if isFree(ctx, ":"+port) && isFree(ctx, "127.0.0.1:"+port) {
			return port, nil
		}
	}
	return "", errors.New("there is no free port on this machine")
}

// isFree reports whether somebody could listen at an address.
func isFree(ctx context.Context, address string) bool {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return false
	}
	_ = listener.Close() // Nobody has connected to it.
	return true
}
