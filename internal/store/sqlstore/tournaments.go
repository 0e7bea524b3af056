package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"plateau/internal/play"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// AppendTournament implements [tournaments.EventStore].
func (s *Store) AppendTournament(ctx context.Context, b tournaments.Batch) error {
	bodies := make([]string, len(b.Events))
	for i := range b.Events {
		var err error
		if bodies[i], err = tournaments.Body(&b.Events[i]); err != nil {
			return err
		}
	}
	head, err := json.Marshal(b.Head)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, w *Tx) error {
		if err := w.claimTournament(ctx, &b, string(head)); err != nil {
			return err
		}
		for i := range b.Events {
			request := ""
			if i == 0 {
				request = b.Request
			}
			if err := w.insertTournamentEvent(ctx, b.Head.ID, &b.Events[i], request, bodies[i]); err != nil {
				return err
			}
		}
		for _, player := range b.Accounts() {
			if err := w.run(ctx, `INSERT INTO tournament_players (player, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, b.Head.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// claimTournament advances a tournament from the sequence number that the batch was
// decided on. It is a conflict if it is at another one.
func (w *Tx) claimTournament(ctx context.Context, b *tournaments.Batch, head string) error {
	const create = `INSERT INTO tournaments (seq, phase, game, listed, changed, due, head, id, owner, group_id, secret)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	const update = `UPDATE tournaments SET seq = ?, phase = ?, game = ?, listed = ?, changed = ?, due = ?, head = ? WHERE id = ? AND seq = ?`
	h := &b.Head
	args := []any{h.Seq, h.Phase, h.Game, h.Listed, h.Changed.UnixMilli(), DueAt(b.Due), head, h.ID}
	query := update
	if before := b.Events[0].Seq - 1; before == 0 {
		query, args = create, append(args, h.Owner, h.Group, h.Key)
	} else {
		args = append(args, before)
	}
	changed, err := w.Exec(ctx, query, args...)
	if err == nil && changed == 0 {
		err = w.repeatedTournament(ctx, b)
	}
	return err
}

// repeatedTournament is why a tournament could not be advanced: the request was
// answered before, or something else was decided.
func (w *Tx) repeatedTournament(ctx context.Context, b *tournaments.Batch) error {
	if b.Request == "" {
		return play.ErrConflict
	}
	var repeated tournaments.Repeated
	err := w.QueryRowContext(ctx, answeredTournament, b.Events[0].By, b.Request).Scan(&repeated.ID, &repeated.Seq)
	if err != nil {
		return missing(err, play.ErrConflict)
	}
	return &repeated
}

const answeredTournament = `SELECT tournament, seq FROM tournament_events WHERE player = ? AND request = ?`

// AnsweredTournament implements [tournaments.EventStore].
func (s *Store) AnsweredTournament(ctx context.Context, by play.PlayerID, request string) (*tournaments.Repeated, error) {
	var repeated tournaments.Repeated
	if err := s.row(ctx, answeredTournament, by, request).Scan(&repeated.ID, &repeated.Seq); err != nil {
		return nil, missing(err, nil) // No answer and no error: there was no such request.
	}
	return &repeated, nil
}

func (w *Tx) insertTournamentEvent(ctx context.Context, id play.TournamentID, e *tournament.Event, request, body string) error {
	changed, err := w.Exec(ctx, `INSERT INTO tournament_events (tournament, seq, at, kind, player, request, body)
		VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, request) WHERE request IS NOT NULL DO NOTHING`,
		id, e.Seq, e.At.UnixMilli(), e.Kind(), e.By, sql.NullString{String: request, Valid: request != ""}, body)
	if err != nil || changed > 0 {
		return err
	}
	return w.repeatedTournament(ctx, &tournaments.Batch{Events: []tournament.Event{*e}, Request: request})
}

const headColumns = `tournaments.head, tournaments.owner, tournaments.group_id, tournaments.secret`

func scanHead(row scanner) (tournaments.Head, error) {
	var h, now tournaments.Head
	err := row.Scan(fromJSON{&h}, &now.Owner, &now.Group, &now.Key)
	h.Owner, h.Group, h.Key = now.Owner, now.Group, now.Key
	return h, err
}

// Tournament implements [tournaments.EventStore].
func (s *Store) Tournament(ctx context.Context, id play.TournamentID) (tournaments.Head, error) {
	h, err := scanHead(s.row(ctx, `SELECT `+headColumns+` FROM tournaments WHERE id = ?`, id))
	return h, missing(err, tournaments.ErrNoTournament)
}

// TournamentEvents implements [tournaments.EventStore].
func (s *Store) TournamentEvents(ctx context.Context, id play.TournamentID, after uint64, limit int) ([]tournament.Event, error) {
	return list(ctx, s, func(row scanner) (tournament.Event, error) { return scanTournamentEvent(row) },
		`SELECT seq, at, kind, player, body FROM tournament_events WHERE tournament = ? AND seq > ? ORDER BY seq LIMIT ?`, id, after, limit)
}

// scanTournamentEvent reads an event, and what is selected before it.
func scanTournamentEvent(row scanner, before ...any) (tournament.Event, error) {
	var e tournament.Event
	var kind string
	var body []byte
	err := row.Scan(append(before, &e.Seq, at(&e.At), &kind, &e.By, &body)...)
	if err == nil {
		e.Body, err = tournament.ReadBody(kind, body)
	}
	return e, err
}

// tournamentSelection is a query for columns of the selected tournaments.
func tournamentSelection(what string, q tournaments.Query) (query string, args []any) {
	query = "SELECT " + what + " FROM tournaments"
	if q.Player != "" {
		query = "SELECT " + what + " FROM tournament_players JOIN tournaments ON tournaments.id = tournament_players.tournament"
	}
	where := conditions{text: " WHERE true"}
	where.add(q.Player != "", "tournament_players.player = ?", q.Player)
	where.add(q.Owner != "", "owner = ?", q.Owner)
	where.add(q.Group != "", "group_id = ?", q.Group)
	where.add(q.Listed, "listed = 1")
	where.add(q.Game != "", "game = ?", q.Game)
	where.add(q.Unfinished, "phase < ?", tournaments.Completed)
	where.add(q.Finished, "phase = ?", tournaments.Completed)
	if q.After != nil {
		changed := q.After.Changed.UnixMilli()
		where.add(true, "changed <= ? AND (changed < ? OR tournaments.id > ?)", changed, changed, q.After.ID)
	}
	return query + where.text, where.args
}

// Tournaments implements [tournaments.EventStore].
func (s *Store) Tournaments(ctx context.Context, q tournaments.Query) ([]tournaments.Head, error) {
	query, args := tournamentSelection(headColumns, q)
	return list(ctx, s, scanHead, query+" ORDER BY changed DESC, tournaments.id LIMIT ?", append(args, q.Limit)...)
}

// CountTournaments implements [tournaments.EventStore].
func (s *Store) CountTournaments(ctx context.Context, q tournaments.Query) (n int, err error) {
	query, args := tournamentSelection("count(*)", q)
	return value[int](s.row(ctx, query, args...))
}

// DueTournaments implements [tournaments.BoardStore].
func (s *Store) DueTournaments(ctx context.Context, by time.Time, limit int) ([]tournaments.Due, error) {
	return list(ctx, s, func(row scanner) (d tournaments.Due, err error) {
		err = row.Scan(&d.ID, &d.Seq, at(&d.At))
		return d, err
	}, `SELECT id, seq, due FROM tournaments WHERE due <= ? ORDER BY due LIMIT ?`, by.UnixMilli(), limit)
}

// PostponeTournament implements [tournaments.BoardStore].
func (s *Store) PostponeTournament(ctx context.Context, d tournaments.Due) error {
	return s.run(ctx, `UPDATE tournaments SET due = ? WHERE id = ? AND seq = ?`, DueAt(d.At), d.ID, d.Seq)
}

// KeepTableOf implements [tournaments.BoardStore].
func (s *Store) KeepTableOf(ctx context.Context, id play.TournamentID, table play.TableID) error {
	return s.run(ctx, `INSERT INTO tournament_tables (table_id, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING`, table, id)
}

// TablesOf implements [tournaments.BoardStore].
func (s *Store) TablesOf(ctx context.Context, id play.TournamentID) ([]play.TableID, error) {
	return list(ctx, s, value[play.TableID], `SELECT table_id FROM tournament_tables WHERE tournament = ?`, id)
}

// TournamentOf implements [tournaments.BoardStore].
func (s *Store) TournamentOf(ctx context.Context, table play.TableID) (id play.TournamentID, err error) {
	id, err = value[play.TournamentID](s.row(ctx, `SELECT tournament FROM tournament_tables WHERE table_id = ?`, table))
	return id, missing(err, tournaments.ErrNoTournament)
}

// RemoveTournament implements [tournaments.EventStore].
func (s *Store) RemoveTournament(ctx context.Context, id play.TournamentID) (removed bool, err error) {
	return transact(ctx, s.db.Erase, func(ctx context.Context, w *Tx) (bool, error) {
		removed, err := w.removeTournament(ctx, id)
		return removed > 0, err
	})
}

// removeTournament leaves it to a trigger to remove which tables belong to it.
func (w *Tx) removeTournament(ctx context.Context, id play.TournamentID) (int64, error) {
	if err := w.runAll(ctx, []string{
		`DELETE FROM tournament_events WHERE tournament = ?`,
		`DELETE FROM tournament_players WHERE tournament = ?`,
	}, id); err != nil {
		return 0, err
	}
	return w.Exec(ctx, `DELETE FROM tournaments WHERE id = ?`, id)
}

// ForgottenTournaments implements [tournaments.BoardStore].
func (s *Store) ForgottenTournaments(ctx context.Context, before time.Time, limit int) ([]play.TournamentID, error) {
	return list(ctx, s, value[play.TournamentID],
		`SELECT id FROM tournaments WHERE phase = ? AND changed < ? AND owner = ''
			AND NOT EXISTS (SELECT 1 FROM player_groups WHERE player_groups.id = group_id)
			AND NOT EXISTS (SELECT 1 FROM tournament_players JOIN players ON players.id = tournament_players.player
				WHERE tournament_players.tournament = tournaments.id AND registered = 1)
			ORDER BY changed LIMIT ?`, tournaments.Completed, before.UnixMilli(), limit)
}

// forgetTournaments removes a player's name from tournaments, and the tournaments
// that the player has only prepared.
func (w *Tx) forgetTournaments(ctx context.Context, player play.PlayerID) error {
	prepared, err := list(ctx, w, value[play.TournamentID], `SELECT id FROM tournaments WHERE owner = ? AND phase = 0 AND group_id = ''`, player)
	if err != nil {
		return err
	}
	for _, id := range prepared {
		if _, err := w.removeTournament(ctx, id); err != nil {
			return err
		}
	}
	if err := w.forgetTournamentEvents(ctx, player); err != nil {
		return err
	}
	return w.runAll(ctx, []string{
		`UPDATE tournament_events SET request = NULL, player = '' WHERE player = ? AND player <> ''`,
		`DELETE FROM tournament_players WHERE player = ?`,
		`UPDATE tournaments SET owner = '' WHERE owner = ?`,
	}, player)
}

func (w *Tx) forgetTournamentEvents(ctx context.Context, player play.PlayerID) error {
	type found struct {
		id play.TournamentID
		e  tournament.Event
	}
	all, err := list(ctx, w, func(row scanner) (f found, err error) {
		f.e, err = scanTournamentEvent(row, &f.id)
		return f, err
	}, `SELECT tournament_events.tournament, seq, at, kind, tournament_events.player, body FROM tournament_players
		JOIN tournament_events ON tournament_events.tournament = tournament_players.tournament
		WHERE tournament_players.player = ? AND kind IN ('added', 'edited')`, player)
	if err != nil {
		return err
	}
	for _, f := range all {
		forgotten, changed := tournaments.ForgetEntrant(f.e, player)
		if !changed {
			continue
		}
		body, err := tournaments.Body(&forgotten)
		if err != nil {
			return err
		}
		if err := w.run(ctx, `UPDATE tournament_events SET body = ? WHERE tournament = ? AND seq = ?`, body, f.id, f.e.Seq); err != nil {
			return err
		}
	}
	return nil
}
