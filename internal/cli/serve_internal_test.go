package cli

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plateau/exact"
	quixosolver "plateau/exact/quixo/solver"
	"plateau/exact/tablebase"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/httpapi"
)

// A table that calls every position drawn shows by whom values were told: the
// search would find wins.
func TestServedTables(t *testing.T) {
	q := quixosolver.NewSmallSolver(4)
	dir := t.TempDir()
	contents := exact.Bytes(bytes.Repeat([]byte{byte(game.Draw)}, int(q.Size(0))))
	if err := tablebase.In(dir, q.Game(), q.Layers()).Write(0, contents); err != nil {
		t.Fatal(err)
	}
	a := &app{games: full.All().Games(), catalogue: full.All(), data: full.Data, tablebases: dir}
	solved, err := a.solvedGames()
	if err != nil || len(solved) != 1 || solved[0].ID() != "quixo4" {
		t.Fatalf("solved are %v, %v", solved, err)
	}
	api := httpapi.API(a.tablebasesFor(solved))
	for path, want := range map[string]string{
		"/api/tables.json": `{"games":["quixo4"]}`,
		"/api/values?game=quixo4&position=XXX1/4/4/OO2%20O": `"worth":{"outcome":"draw",`,
	} {
		w := httptest.NewRecorder()
		api.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s", path, w.Code, body)
		}
	}
}
