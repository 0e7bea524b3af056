package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"plateau/catalogue"
	"plateau/examples/fourthgame/fourrow"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/knowledge"
	"plateau/internal/play"
	"plateau/internal/server"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fourthgame": main})
}

func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("PLATEAU_DATA", filepath.Join(env.WorkDir, "data"))
			return nil
		},
		RequireExplicitExec: true,
	})
}

// Two players meet at a table of a real server.
func TestOnlineGame(t *testing.T) {
	games := catalogue.List{fourrow.Entry()}
	s, err := server.Open(t.Context(), server.Config{
		Network: server.Network{Listen: "localhost:0"}, Store: server.Store{Data: t.TempDir()},
		Log:     slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
		Program: server.Program{Games: games, Knowledge: knowledge.New(knowledge.Config{Games: games})},
	})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(t.Context()) }()
	t.Cleanup(func() {
		if err := <-served; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	var players [2]*client.Client
	for i, name := range []string{"Ann", "Ben"} {
		if players[i], _, err = client.New("http://"+s.Address).Guest(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	opened, err := players[0].Open(t.Context(), play.Terms{Game: "fourrow", FirstSide: play.FirstParty},
		[]api.Chair{{Me: true}, {}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := players[1].Sit(t.Context(), opened.Table, ""); err != nil {
		t.Fatal(err)
	}
	for ply, move := range []string{"a4", "a3", "b4", "b3", "c4", "c3", "d4"} {
		if _, err := players[ply%2].Move(t.Context(), opened.Table, ply, move, ""); err != nil {
			t.Fatal(err)
		}
	}
	table, err := players[1].Table(t.Context(), opened.Table)
	if err != nil || table.Result != play.FirstWon || table.Reason != fourrow.FourInLine.Code {
		t.Errorf("the table is %+v, %v", table, err)
	}
}
