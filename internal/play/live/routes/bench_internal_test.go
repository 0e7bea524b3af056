package routes

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// BenchmarkEncode is the cost of a move for two viewers, who share the encoding.
func BenchmarkEncode(b *testing.B) {
	for _, plies := range []int{2, 24} {
		b.Run(fmt.Sprint(plies, " plies"), func(b *testing.B) {
			news := live.News{Table: playedTable(b, plies)}
			news.Events = []play.Event{{
				Table: news.Table.ID, Seq: news.Table.Seq, At: time.Now().UTC(), By: "ann",
				Body: play.Moved{Ply: plies - 1, Move: "a1-a5", Spent: 1234},
			}}
			b.ReportAllocs()
			for b.Loop() {
				news.Memo = new(live.Memo)
				for range 2 {
					if _, err := encodeNews(news, news.Table.Seq, ""); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func playedTable(b *testing.B, plies int) *play.Table {
	b.Helper()
	t := play.NewTable(games.All().Games(), "")
	do := func(by play.PlayerID, c play.Command) {
		b.Helper()
		d, err := play.Decide(t, c, play.Moment{Now: time.Now(), By: by, Random: rand.New(rand.NewPCG(1, 1))})
		if err != nil {
			b.Fatal(err)
		}
		t = d.Table
	}
	ann, ben := play.Player{ID: "ann", Name: "Ann"}, play.Player{ID: "ben", Name: "Ben"}
	terms := play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty, Time: play.Time{Main: 600_000}}
	do("ann", play.OpenTable{ID: "t", Terms: terms, Chairs: []play.Sitter{{Player: "ann"}, {}}, Host: ann})
	do("ben", play.Sit{Player: ben, Chair: play.AnyChair})
	for t.Plies() < plies {
		p := t.Position()
		moves := p.Moves()
		do(t.Sitters[t.ToMove()].Player, play.Play{Ply: t.Plies(), Move: p.MoveText(moves[t.Plies()*7%len(moves)])})
	}
	return t
}
