// Package online is the HTTP API of the server, joined from the routes of its features:
// online play, and the values of solved games. Commands are plain requests, what happens
// at tables is streamed as events, and one OpenAPI document, made from the same code,
// describes everything.
package online

import (
	"time"

	"plateau/game"
	accountroutes "plateau/internal/accounts/routes"
	"plateau/internal/admin"
	adminroutes "plateau/internal/admin/routes"
	"plateau/internal/export"
	"plateau/internal/fairplay"
	fairplayroutes "plateau/internal/fairplay/routes"
	"plateau/internal/groups"
	grouproutes "plateau/internal/groups/routes"
	"plateau/internal/httpapi/route"
	"plateau/internal/maintenance"
	maintenanceroutes "plateau/internal/maintenance/routes"
	"plateau/internal/meeting"
	meetingroutes "plateau/internal/meeting/routes"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	blockroutes "plateau/internal/play/blocks/routes"
	"plateau/internal/play/house"
	liveroutes "plateau/internal/play/live/routes"
	lobbyroutes "plateau/internal/play/lobby/routes"
	pairingroutes "plateau/internal/play/pairing/routes"
	progressroutes "plateau/internal/progress/routes"
	"plateau/internal/push"
	pushroutes "plateau/internal/push/routes"
	"plateau/internal/reports"
	reportroutes "plateau/internal/reports/routes"
	"plateau/internal/tournaments"
	tournamentroutes "plateau/internal/tournaments/routes"
	"plateau/internal/values"
)

// Store is what the routes ask themselves.
type Store interface {
	play.TableStore
	play.PlayerStore
	admin.AuditStore
	blocks.BlockStore
	meeting.FriendStore
	meeting.ChallengeStore
	play.MemberStore
	reports.Store
	tournaments.EventStore
	push.Store
}

// Config is what the API needs. Without a house, it has only the routes about the server
// and about values.
type Config struct {
	route.Config
	Features
	// Store is where online play is stored.
	Store Store
	// Games are the games that can be played online.
	Games game.List
	// Tablebases answer questions about solved games.
	Tablebases values.Tablebases
	// Commit is what the program was built from, and Date when that was made.
	Commit, Date string
	// SSHPort is where people come in over SSH; zero if they cannot.
	SSHPort int
	// Policy is what the server does with what it knows about people.
	Policy Policy
}

// Features are the services of online play.
type Features struct {
	Admin       *admin.Service
	Groups      *groups.Service
	Maintenance *maintenance.Service
	Meeting     *meeting.Service
	Reports     *reports.Service
	Tournaments *tournaments.Service
	// Export writes what is known about a player.
	Export *export.Service
	// Push notifies players; nil if the server does not.
	Push *push.Service
	// Judge knows the only moves of positions, for the moderators.
	Judge fairplay.Judge
}

// New serves the API below [route.Path].
func New(c Config) *route.Router {
	r := route.New(c.Config)
	s := &server{r, c}
	s.registerServer()
	s.registerPrivacy()
	if c.House == nil {
		values.Register(r, c.Tablebases, nil)
	} else {
		values.Register(r, c.Tablebases, c.Store)
		s.registerFeatures()
	}
	r.Describe()
	return r
}

func (s *server) registerFeatures() {
	r, games, store := s.router, s.Games, s.Store
	liveroutes.Register(r, liveroutes.Config{Store: store, Groups: s.Groups, Games: games})
	lobbyroutes.Register(r, store)
	pairingroutes.Register(r)
	accountroutes.Register(r, accountroutes.Config{Store: store, Games: games, Export: s.Export})
	progressroutes.Register(r)
	pushroutes.Register(r, s.Push, store)
	blockroutes.Register(r, store)
	meetingroutes.Register(r, meetingroutes.Config{Meeting: s.Meeting, Store: store, Games: games})
	adminroutes.Register(r, adminroutes.Config{Admin: s.Admin, Store: store, Games: games})
	maintenanceroutes.Register(r, s.Maintenance, s.Admin)
	reportroutes.Register(r, reportroutes.Config{Reports: s.Reports, Admin: s.Admin, Store: store, Games: games})
	fairplayroutes.Register(r, fairplayroutes.Config{Admin: s.Admin, Store: store, Games: games, Judge: s.Judge})
	grouproutes.Register(r, grouproutes.Config{Groups: s.Groups, Store: store, Games: games})
	tournamentroutes.Register(r, s.Tournaments, store)
}

// Description is the OpenAPI document of a server with online play, from which
// clients generate types.
func Description(version string) []byte {
	// The routes are described, never used.
	return New(Config{Config: route.Config{House: new(house.House), Now: time.Now, Version: version}}).Document()
}
