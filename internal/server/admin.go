package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"plateau/internal/admin"
	"plateau/internal/bus/memory"
	"plateau/internal/export"
	"plateau/internal/groups"
	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/maintenance"
	"plateau/internal/play/house"
	"plateau/internal/reports"
)

// socketName is the socket in the data folder by which the operator reaches the
// server. Only the owner of the folder may use it.
const socketName = "admin.sock"

// SocketOf is the path of the operator's socket in a data folder.
func SocketOf(data string) string { return filepath.Join(data, socketName) }

// serveOperator serves the API at the operator's socket. Where there can be none,
// because the name of the folder is too long, people can play all the same.
func (o *onlinePlay) serveOperator(ctx context.Context, data string, api http.Handler) {
	stop, err := serveOperator(ctx, data, api, o.log)
	if err != nil {
		o.log.Warn("'plateau admin' cannot reach this server", "error", err)
		return
	}
	o.stopOperator = func() {
		if err := stop(); err != nil {
			o.log.Warn("the socket of 'plateau admin' was not closed", "error", err)
		}
	}
}

// serveOperator serves the API at a socket in the data folder, which is locked, so
// that a socket that is already there was left by a server that crashed.
func serveOperator(ctx context.Context, data string, api http.Handler, log *slog.Logger) (stop func() error, err error) {
	listener, err := listenPrivately(ctx, SocketOf(data))
	if err != nil {
		return nil, err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		server := httpapi.Server{Handler: route.ForOperator(api), Log: log}
		ended <- server.Serve(running, listener)
	}()
	return func() error {
		cancel()
		return errors.Join(<-ended, os.Remove(SocketOf(data)))
	}, nil
}

// listenPrivately makes a socket that only its owner may use, from the first moment
// on: it is made in a private folder and then moved.
func listenPrivately(ctx context.Context, path string) (net.Listener, error) {
	private, err := os.MkdirTemp(filepath.Dir(path), ".a")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	first := filepath.Join(private, "s")
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", first)
	if err != nil {
		return nil, err
	}
	// The name that it would remove is not its own for long.
	listener.(*net.UnixListener).SetUnlinkOnClose(false)
	err = os.Chmod(first, 0o600)
	if err == nil {
		err = os.Rename(first, path)
	}
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// OpenForOperator serves the data folder to the operator alone, at its socket, while
// no server runs. The returned function ends it.
func OpenForOperator(ctx context.Context, c Config) (end func() error, err error) {
	unlock, err := lockFolder(c.Data)
	if err != nil {
		return nil, err
	}
	o, err := openForOperator(ctx, &c)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	api := online.Config{
		Config: route.Config{Now: o.now, Log: c.Log, Version: c.Version, Origins: route.Origins{Local: c.URL}},
		Games:  c.Games.Games(),
	}
	o.addTo(&api)
	stop, err := serveOperator(ctx, c.Data, online.New(api), c.Log)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the socket %s: %w", SocketOf(c.Data), err), o.close(), unlock())
	}
	return func() error { return errors.Join(stop(), o.close(), unlock()) }, nil
}

// openForOperator opens a folder that is locked, or that nobody else knows.
func openForOperator(ctx context.Context, c *Config) (o *onlinePlay, err error) {
	o = &onlinePlay{
		log: c.Log, serving: ctx, unlock: func() error { return nil },
		sharing: sharing{cluster: c.cluster()}, upkeep: upkeep{retention: c.Retention},
	}
	if o.store, o.path, err = c.openStore(ctx); err != nil {
		return nil, err
	}
	if err := o.openClock(ctx, c); err != nil {
		return nil, errors.Join(err, o.close())
	}
	bus := &memory.Bus{}
	// Nobody plays: the house does what it is asked, and never runs.
	o.house, err = house.New(ctx, house.Config{
		Games: c.Games.Games(), Store: o.store, Cluster: o.member(c, bus), Now: o.now, Random: rand.Reader, Log: c.Log,
	})
	if err != nil {
		return nil, errors.Join(err, o.close())
	}
	o.stopHouse = o.house.Close
	if err := o.openAccounts(ctx, c); err != nil {
		return nil, errors.Join(err, o.close())
	}
	o.openTournaments(c, bus)
	o.administer(c)
	return o, nil
}

// administer makes what administrators use, and what players tell them or learn.
func (o *onlinePlay) administer(c *Config) {
	games, tables := c.Games.Games(), o.house.Tables
	o.Export = &export.Service{Store: o.store, Accounts: o.accounts}
	o.Reports = &reports.Service{Games: games, Store: o.store, Tables: tables, Now: o.now}
	o.Admin = &admin.Service{Games: games, Store: o.store, Accounts: o.accounts, Tables: tables, Players: o.house, Now: o.now}
	o.Maintenance = &maintenance.Service{Store: o.store, Admin: o.Admin, Now: o.now}
	tables.MayBegin = o.Maintenance.MayBegin
	o.Groups = &groups.Service{Admin: o.Admin, Store: o.store, Clubs: c.Admission.Clubs}
	o.Judge = c.newJudge()
}
