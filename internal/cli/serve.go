package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"plateau/internal/httpapi"
	"plateau/web"
)

const listenFlag = "listen"

func (a *app) serveCommand() *cobra.Command {
	listen, open := "", false
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: playGroup,
		Short:   "Serve the browser app on this machine and to the network around it",
		Long: `Serve the browser app, in which all games can be played, learnt and analysed, and
tell the addresses under which it can be opened, on this machine and on others
in the same network. The rules and the computer player run in the browser. Where
the table of Quixo is at hand, the server also looks values up in it, so that
every browser knows that game exactly. Ctrl-C ends it.`,
		Example: `  plateau serve
  plateau serve --listen :9000 --open
  plateau serve --listen localhost:8080   for this machine alone
  plateau serve --tables DIR              with the tables that 'plateau solve' made`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), listen, open)
		},
	}
	cmd.Flags().StringVar(&listen, listenFlag, ":8080", "the `ADDRESS` to listen at, as HOST:PORT; all of this machine's without a host")
	cmd.Flags().BoolVar(&open, "open", false, "open the start page in the browser")
	a.tables.addFlag(cmd)
	return cmd
}

func (a *app) serve(ctx context.Context, listen string, open bool) error {
	pages, err := a.pages()
	if err != nil {
		return err
	}
	solved, err := a.solvedGames()
	if err != nil {
		return err
	}
	handler := httpapi.Site(pages, httpapi.API(a.tablesFor(solved)))
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", listen)
	if err != nil {
		return listenError(listen, err)
	}
	urls := addresses(listener.Addr(), networkAddresses())
	fmt.Fprintln(a.out, "Plateau is served at")
	for _, url := range urls {
		fmt.Fprintln(a.out, "  "+url)
	}
	a.tellSolved(solved)
	fmt.Fprintln(a.out, "Ctrl-C ends it.")
	if err := a.out.Flush(); err != nil {
		return writeError{err}
	}
	if open {
		if err := openBrowser(ctx, urls[0]); err != nil {
			fmt.Fprintf(a.Err, "plateau: the browser cannot be opened: %v\n", err)
		}
	}
	return httpapi.Serve(ctx, listener, handler)
}

// pages are what is served: the app, or how to get it.
func (a *app) pages() (http.Handler, error) {
	files, ok := web.Pages()
	if !ok {
		fmt.Fprintln(a.Err, "plateau: this program was built without the pages; make run builds them")
		return httpapi.NoPages(), nil
	}
	return httpapi.Pages(files)
}

// listenError says what is wrong with an address in words that help.
func listenError(listen string, err error) error {
	_, port, splitErr := net.SplitHostPort(listen)
	switch {
	case splitErr != nil:
		return usagef("--%s %s: an address is HOST:PORT, such as :8080 or localhost:9000", listenFlag, listen)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("port %s is taken by another program; choose another one, such as --%s :%s", port, listenFlag, nextPort(port))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("port %s may only be used by the system's administrator; choose one above 1023, such as --%s :8080", port, listenFlag)
	default:
		return fmt.Errorf("cannot listen at %s: %w", listen, err)
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
func addresses(bound net.Addr, network []net.IP) []string {
	host, port, err := net.SplitHostPort(bound.String())
	if err != nil {
		return []string{"http://" + bound.String() + "/"}
	}
	url := func(host string) string {
		address := net.JoinHostPort(host, port)
		return "http://" + strings.TrimSuffix(address, ":80") + "/"
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
