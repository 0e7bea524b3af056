package load

import (
	"context"
	"fmt"
	"time"

	"plateau/internal/play"
)

// task is a request to send: a pair's move, or the answer to a heartbeat.
type task struct {
	request []byte
	pair    *pair
}

// drive sends moves at the configured rate for the configured time, or until there
// are enough of them.
func (r *Run) drive(ctx context.Context, began time.Time) {
	every := float64(time.Second) / r.config.Rate
	for n := 0; r.config.Moves == 0 || n < r.config.Moves; n++ {
		offset := time.Duration(float64(n) * every)
		if offset >= r.config.Duration || ctx.Err() != nil {
			return
		}
		due := began.Add(offset)
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
		}
		select {
		case p := <-r.ready:
			r.tasks <- task{p.move(due), p}
			r.sent.Add(1)
		case <-ctx.Done():
		case <-time.After(time.Until(began.Add(r.config.Duration))):
			// No pair could move in the remaining time.
			return
		}
	}
}

// draining is how long the last moves may take, on a machine that is very busy.
const draining = time.Minute

// drain waits until all moves have arrived, up to a limit.
func (r *Run) drain(ctx context.Context) {
	const look = 5 * time.Millisecond
	for waited := time.Duration(0); waited < draining && ctx.Err() == nil; waited += look {
		sent := int(r.sent.Load())
		if r.arrived.count() == sent && r.acknowledged.count() == sent {
			return
		}
		time.Sleep(look)
	}
}

// work sends requests over its own connection to a server.
func (r *Run) work(ctx context.Context, server *Server) {
	var conn *wire
	defer func() {
		if conn != nil {
			conn.close()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case t := <-r.tasks:
			var err error
			if conn, err = r.send(ctx, server, conn, t); err != nil && ctx.Err() == nil {
				r.fail(err)
			}
		}
	}
}

// send sends one request, on a new connection if there is none.
func (r *Run) send(ctx context.Context, server *Server, conn *wire, t task) (*wire, error) {
	if conn == nil {
		var err error
		if conn, err = dial(ctx, server.Address); err != nil {
			return nil, err
		}
		context.AfterFunc(ctx, conn.close)
	}
	if err := conn.ask(t.request); err != nil {
		conn.close()
		return nil, err
	}
	if t.pair != nil {
		t.pair.acknowledged(time.Now())
	}
	return conn, nil
}

// nextGame opens the next table for pairs that have finished a game.
func (r *Run) nextGame(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case p := <-r.over:
			if err := p.nextGame(ctx); err != nil && ctx.Err() == nil {
				r.fail(err)
			}
		}
	}
}

// answerHeartbeat answers a heartbeat of the server, as players do. It is left out
// when all workers are busy with moves.
func (r *Run) answerHeartbeat(w *watcher, table play.TableID, nonce string) {
	body := fmt.Sprintf(`{"nonce":%s}`, nonce)
	select {
	case r.tasks <- task{request: post(w.token(), "/tables/"+string(table)+"/beat", body)}:
		r.beats.Add(1)
	default:
	}
}

// host is the name that requests use for all servers.
const host = "localhost"

// post and get are the bytes of requests.
func post(token play.Token, path, body string) []byte {
	return fmt.Appendf(nil, "POST /api/v1%s HTTP/1.1\r\nHost: "+host+"\r\nAuthorization: Bearer %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, token, len(body), body)
}

func get(token play.Token, path string) []byte {
	authorization := ""
	if token != "" {
		authorization = fmt.Sprintf("Authorization: Bearer %s\r\n", token)
	}
	return fmt.Appendf(nil, "GET /api/v1%s HTTP/1.1\r\nHost: "+host+"\r\n%s\r\n", path, authorization)
}
