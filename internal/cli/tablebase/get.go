package tablebase

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/download"
	"plateau/internal/solving"
)

type getOptions struct {
	out string
	yes bool
}

func (a *app) tablebaseGetCommand() *cobra.Command {
	options := getOptions{}
	cmd := &cobra.Command{
		Use:   "get URL",
		Short: "Download a packed tablebase",
		Long: `Download a packed tablebase, which 'plateau tablebase pack' makes, from any web
server. Other commands then find it in the data folder and use it.

It first says how large the file is, and at a terminal it asks before it starts.
It can be interrupted at any time: the same command continues with what is
there. In the end it compares everything with the checksums in the file.`,
		Example: `  plateau tablebase get https://example.org/quixo
  plateau tablebase get https://example.org/quixo --out /data --yes`,
		Args: env.Takes(0, "URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.get(cmd.Context(), args[0], options)
		},
	}
	cmd.Flags().StringVar(&options.out, "out", "", "write below the folder `DIR` (default: tablebases in the data folder)")
	cmd.Flags().BoolVar(&options.yes, "yes", false, "do not ask before starting")
	return cmd
}

func (a *app) get(ctx context.Context, address string, options getOptions) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return env.Usagef("%q is not an address of a file; it begins with https://", address)
	}
	if options.out = cmp.Or(options.out, env.TablebasesDir()); options.out == "" {
		return env.Usagef("there is no data folder; name a folder with --out")
	}
	remote := download.New(address)
	found, err := env.Await(ctx, a.Env, func() string { return "asking " + u.Host }, func(ctx context.Context) (*offer, error) {
		return a.askFor(ctx, remote, options.out)
	})
	if err != nil {
		return err
	}
	switch _, err := os.Stat(found.dir.PackedFile()); {
	case err == nil:
		fmt.Fprintf(a.Out, "The packed tablebase of %s is here already: %s. 'plateau tablebase verify' checks it.\n",
			found.dir.Game, found.dir.PackedFile())
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	d, err := found.dir.ContinueDownload(found.head)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := a.announceDownload(d, found, options); err != nil {
		return err
	}
	return a.download(ctx, remote, d, found)
}

// offer is a packed tablebase on a server.
type offer struct {
	dir     tablebase.Dir
	packing *exact.Packing
	head    []byte
	size    int64
}

// askFor finds out what is at an address.
func (a *app) askFor(ctx context.Context, remote *download.Remote, folder string) (*offer, error) {
	head, size, err := remote.Begin(ctx, tablebase.PackedHead)
	if err != nil {
		return nil, err
	}
	err = errors.New("no game of this program has packed tablebases")
	for _, e := range a.solvable() {
		packing := e.Method.Packing
		if packing == nil {
			continue
		}
		var t exact.PackedTablebase
		if t, err = packing.Open(bytes.NewReader(head)); err != nil {
			continue
		}
		if size >= 0 && size != t.Size() {
			return nil, fmt.Errorf("%s is not whole: it has %d bytes instead of %d", remote.URL, size, t.Size())
		}
		solver := e.Method.NewSolver()
		return &offer{tablebase.In(folder, solver.Game(), solver.Layers()), packing, head, t.Size()}, nil
	}
	return nil, fmt.Errorf("%s: %w", remote.URL, err)
}

// announceDownload says what is downloaded, and asks a person about it.
func (a *app) announceDownload(d *tablebase.Download, o *offer, options getOptions) error {
	left := o.size - d.Have()
	text := fmt.Sprintf("Downloading the packed tablebase of %s into %s: %s", o.dir.Game, o.dir.PackedFile(), amount.Bytes(o.size))
	if d.Have() > 0 {
		text += fmt.Sprintf(", of which %s are here already", amount.Bytes(d.Have()))
	}
	fmt.Fprintln(a.Err, text+".")
	if free := solving.ResourcesFor(o.dir.Path).Disk; free != solving.Unknown && free < left {
		return fmt.Errorf("it needs %s of disk, but only %s are free for %s; choose another folder with --out",
			amount.Bytes(left), amount.Bytes(free), o.dir.Path)
	}
	return a.confirm(options.yes || left < askedBytes)
}

// download downloads and verifies.
func (a *app) download(ctx context.Context, remote *download.Remote, d *tablebase.Download, o *offer) error {
	var have, verified atomic.Int64
	have.Store(d.Have())
	status := func() string {
		if n := verified.Load(); n > 0 {
			return fmt.Sprintf("%s: %.1f %% verified", o.dir.Game, 100*float64(n)/float64(o.size))
		}
		return fmt.Sprintf("%s: %.1f %% of %s", o.dir.Game, 100*float64(have.Load())/float64(o.size), amount.Bytes(o.size))
	}
	_, err := env.Await(ctx, a.Env, status, func(ctx context.Context) (struct{}, error) {
		if err := remote.Continue(ctx, d.File, o.size, have.Store); err != nil {
			return struct{}{}, fmt.Errorf("%w; the same command continues", err)
		}
		return struct{}{}, d.Finish(o.packing, func(read int64) error {
			verified.Store(read)
			return ctx.Err()
		})
	})
	if errors.Is(err, env.ErrInterrupted) {
		fmt.Fprintln(a.Err, "Interrupted. The same command continues.")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "Downloaded and verified: %s in %s.\n", amount.Bytes(o.size), o.dir.PackedFile())
	return nil
}
