package server

import (
	"io/fs"
	"log/slog"

	"plateau/catalogue"
	"plateau/internal/httpapi/peer"
	"plateau/internal/knowledge"
	"plateau/internal/play"
)

// Config describes a server. Listen, Log, Games and Knowledge are required.
type Config struct {
	Network
	TLS       TLS
	SSH       SSH
	Limits    Limits
	Admission Admission
	Chat      Chat
	Push      Push
	Notices   Notices
	Retention Retention
	// Metrics is the address of the metrics server, and SecurityLog the file of refused
	// attempts; empty for none.
	Metrics, SecurityLog string
	Log                  *slog.Logger
	Store
	Program
}

// Network is where the server is found.
type Network struct {
	// Listen is the address of the server, as HOST:PORT, and URL the public one; empty
	// to take it from each request.
	Listen, URL string
	// Proxies are the networks of proxies that are trusted besides those on
	// this machine.
	Proxies peer.Proxies
}

// TLS is how connections are encrypted: with the PEM files Cert and Key, or with
// certificates that the server gets by itself for the hosts of ACME. Without either,
// they are not.
type TLS struct {
	Cert, Key string
	// ACME are the hosts, Email is whom the authority writes to, and Directory which
	// authority it is.
	ACME             []string
	Email, Directory string
	// Certificates is the folder in which they are stored, and RedirectFrom the address
	// without encryption from which browsers are redirected, and where the authority is
	// answered; empty for none.
	Certificates, RedirectFrom string
}

// SSH is where people come in over SSH.
type SSH struct {
	// Listen is HOST:PORT; empty for nowhere. It needs a data folder.
	Listen string
	// Connections and PerAddress limit connections; zero for the usual limits.
	Connections, PerAddress int
}

// Limits are those of connections; zero for what the system's limit of open files leaves
// room for.
type Limits struct {
	Connections, PerAddress int
	// Off lifts the limits on requests, for measurements.
	Off bool
}

// Admission is who may come in, everybody if Who is empty.
type Admission struct {
	Who play.Admission
	// Guests lets guests play where accounts need an invitation.
	Guests bool
	// Clubs lets players found clubs, not only administrators.
	Clubs bool
	// RefusedNames is a file with more words that no name may have; empty for
	// none.
	RefusedNames string
}

// Chat is how players may chat, and whether guests may.
type Chat struct {
	How    play.Talk
	Guests bool
}

// Push is how players are notified through push services.
type Push struct {
	// Off sends no notifications. Private also calls push services at addresses that
	// are not public.
	Off, Private bool
}

// Notices are what the operator tells people: Imprint and Terms are files of plain text,
// or addresses of pages, and Contact is how to reach the operator; each may be empty.
type Notices struct {
	Imprint, Terms, Contact string
}

// Retention is after how many days what belongs to guests is removed; zero for never.
type Retention struct {
	// Guests are removed so long after their last visit, and Games after their end.
	Guests, Games int
}

// Store is where online play is stored.
type Store struct {
	// Data is the folder of online play; empty for a server without it.
	Data string
	// Database is the address of a PostgreSQL database, which other servers may use
	// as well; empty for a file in the data folder.
	Database string
	// NATS are the addresses of NATS servers, by which servers with one store
	// notify each other; empty if there is only this one.
	NATS string
	// Backups is the folder of daily backups, of which the last BackupCount are
	// kept; empty for none.
	Backups     string
	BackupCount int
}

// Program is what is served.
type Program struct {
	// Pages is the browser app; nil if the program has none.
	Pages fs.FS
	Games catalogue.List
	// Knowledge makes the engines of computer players, and answers browsers
	// from the tablebases.
	Knowledge *knowledge.Knowledge
	Version   string
	// Commit is what the program was built from, and Date when that was made.
	Commit, Date string
}
