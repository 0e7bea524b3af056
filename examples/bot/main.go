// Bot is a computer player for a Plateau server, written to be copied. It uses
// the API that docs/api.md describes, the standard library, and the rules of
// the games. It plays at every table where it has a chair:
//
//	go run ./examples/bot -server http://localhost:8080 -open quixo    open a table and wait for somebody
//	go run ./examples/bot -server http://localhost:8080 -join LINK     sit down at a table
//
// Without a token it becomes a guest, and prints the token with which it can return
// as the same player. Put your own ideas into choose.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"

	"plateau/game"
	"plateau/game/pivot"
	"plateau/game/quantik"
	"plateau/game/quixo"
)

// games are the rules that the bot knows.
var games = game.List{
	game.New[quantik.State](quantik.Spec()),
	game.New[pivot.State](pivot.Spec()),
	game.New[quixo.State](quixo.Spec(5)),
	game.New[quixo.State4](quixo.Spec4()),
	game.New[quixo.State](quixo.Spec(4)),
	game.New[quixo.State](quixo.Spec(3)),
}

func main() {
	server := flag.String("server", "http://localhost:8080", "the address of the server")
	token := flag.String("token", os.Getenv("PLATEAU_TOKEN"), "the player's token; without one, the bot is a new guest")
	name := flag.String("name", "Bot", "the name of a new guest")
	join := flag.String("join", "", "sit down at the table with this link or id")
	open := flag.String("open", "", "open a table of this game and list it in the lobby")
	flag.Parse()
	b := &bot{api: api{server: strings.TrimSuffix(*server, "/"), token: *token}}
	if err := b.start(*name, *join, *open); err != nil {
		log.Fatal(err)
	}
}

// start signs in, takes a chair if asked to, and plays until Ctrl-C.
func (b *bot) start(name, join, open string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := b.signIn(ctx, name)
	if err == nil && join != "" {
		err = b.sit(ctx, join)
	}
	if err == nil && open != "" {
		err = b.open(ctx, open)
	}
	if err == nil {
		err = b.run(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// bot is one player, at any number of tables.
type bot struct {
	api
	me       string   // the id of the player
	followed sync.Map // the ids of the tables at which it plays
}

// table is what the bot reads of a table; docs/api.md describes the rest.
type table struct {
	ID      string                    `json:"id"`
	Seq     int                       `json:"seq"`
	Phase   string                    `json:"phase"` // open, running or over
	Terms   struct{ Game string }     `json:"terms"`
	Sitters []struct{ Player string } `json:"sitters"`
	Start   string                    `json:"start"` // the first position
	Moves   []string                  `json:"moves"`
	ToMove  *int                      `json:"to_move"` // which of the sitters
	Result  string                    `json:"result"`
}

// signIn finds out whose token it has, or becomes a guest.
func (b *bot) signIn(ctx context.Context, name string) error {
	var answer struct {
		Player struct{ ID string }
		Token  string
	}
	if b.token != "" {
		if err := b.call(ctx, http.MethodGet, "/me", nil, &answer); err != nil {
			return err
		}
	} else {
		if err := b.call(ctx, http.MethodPost, "/guests", object{"name": name, "token": true}, &answer); err != nil {
			return err
		}
		b.token = answer.Token
		// The token is a secret, and others may read logs.
		fmt.Println("The token of this new guest is", b.token)
	}
	b.me = answer.Player.ID
	return nil
}

// sit takes the first free chair at a table. Its id is the end of its link.
func (b *bot) sit(ctx context.Context, link string) error {
	id := link[strings.LastIndex(link, "/")+1:]
	return b.call(ctx, http.MethodPost, "/tables/"+id+"/sit", object{}, nil)
}

// open opens a table without a clock, with this bot on the first chair.
func (b *bot) open(ctx context.Context, id string) error {
	g, err := games.Find(id)
	if err != nil {
		return err
	}
	chairs := make([]object, len(g.Seats()))
	for i := range chairs {
		chairs[i] = object{}
	}
	chairs[0]["me"] = true
	var answer struct{ Table string }
	terms := object{"game": g.ID(), "listed": true, "spectators": true}
	if err := b.call(ctx, http.MethodPost, "/tables", object{"terms": terms, "chairs": chairs}, &answer); err != nil {
		return err
	}
	log.Printf("waiting at %s/#/table/%s", b.server, answer.Table)
	return nil
}

// run plays at all tables of the bot, including later ones.
func (b *bot) run(ctx context.Context) error {
	return b.follow(ctx, "/me/events", func(_ string, data []byte) error {
		var watched struct{ Tables []table }
		if err := json.Unmarshal(data, &watched); err != nil {
			return err
		}
		for _, t := range watched.Tables {
			if _, known := b.followed.LoadOrStore(t.ID, true); !known && t.Phase != "over" {
				go b.playAt(ctx, t.ID)
			}
		}
		return nil
	})
}

// errOver ends following a table.
var errOver = errors.New("the game is over")

// playAt follows one table to its end, which also shows others that the bot is
// present.
func (b *bot) playAt(ctx context.Context, id string) {
	err := b.follow(ctx, "/tables/"+id+"/events", func(event string, data []byte) error {
		if event != "table" {
			return nil // who is here, or a beat
		}
		var news struct{ Table table }
		if err := json.Unmarshal(data, &news); err != nil {
			return err
		}
		return b.answer(ctx, &news.Table)
	})
	log.Printf("table %s: %v", id, err)
}

// answer moves if it is the bot's turn.
func (b *bot) answer(ctx context.Context, t *table) error {
	switch {
	case t.Phase == "over":
		return fmt.Errorf("%w: %s", errOver, t.Result)
	case t.ToMove == nil || t.Sitters[*t.ToMove].Player != b.me:
		return nil
	}
	m, err := matchOf(t)
	if err != nil {
		return err
	}
	move := m.Position().MoveText(choose(m))
	// A repeated move has the same id, so that it counts once.
	request := fmt.Sprintf("%s-%d", t.ID, t.Seq)
	err = b.call(ctx, http.MethodPost, "/tables/"+t.ID+"/move", object{"ply": len(t.Moves), "move": move, "request": request}, nil)
	var refused *problem
	if errors.As(err, &refused) && refused.Status == http.StatusConflict {
		return nil // The table has changed in the meantime: the stream says how.
	}
	return err
}

// matchOf replays a table's moves.
func matchOf(t *table) (*game.Match, error) {
	g, err := games.Find(t.Terms.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Parse(t.Start)
	if err != nil {
		return nil, err
	}
	m := game.MatchFrom(start, nil)
	for _, move := range t.Moves {
		if err := m.Play(move); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// choose looks one move ahead: it wins if it can, else it avoids moves that let
// the opponent win, if it can.
func choose(m *game.Match) game.Move {
	now := m.Position()
	watched := now.Game().Seats()[now.ToMove()].Team
	moves := now.Moves()
	rand.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best := moves[0]
	for _, move := range moves {
		next, err := now.Play(move)
		switch {
		case err != nil:
		case next.Outcome() == game.Won(watched):
			return move
		case !next.Outcome().Over() && !canWin(next):
			best = move
		}
	}
	return best
}

// canWin reports whether the side to move can win at once.
func canWin(p game.Position) bool {
	team := p.Game().Seats()[p.ToMove()].Team
	for _, move := range p.Moves() {
		if next, err := p.Play(move); err == nil && next.Outcome() == game.Won(team) {
			return true
		}
	}
	return false
}
