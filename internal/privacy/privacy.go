// Package privacy describes what a server stores about people: one list of the tables
// and columns of the database, from which the privacy page is made. Tests compare it
// with the database itself, with the export and with deletion.
//
// Who adds a table or a column about people:
//
//   - names it here, in an item that fits or in a new one;
//   - adds it to the export (package export) and to deletion (forget in the store);
//   - for a new item, adds its code to the description of the API, and writes
//     privacy.item.CODE in all languages, which pages then ask for.
//
// The tests say which of these is missing.
package privacy

// Item is one kind of personal data.
type Item struct {
	// Code names it, and its text: privacy.item.CODE.
	Code string
	// Columns are what is stored, by table. A column that has the id of a player
	// is marked with an @.
	Columns map[string]string
	// Exported are where a player's export has it: names of fields, with dots
	// between them.
	Exported []string
	// Passing items are neither exported nor deleted: they end by themselves, or
	// have nothing but ids and hashes.
	Passing bool
	// Stays are columns with ids of players (TABLE.COLUMN) that stay after
	// deletion, when nothing is left by which the id leads to a person.
	Stays []string
}

// Items are all kinds of personal data, in the order of the page.
var Items = []Item{
	{
		Code: "player", Columns: map[string]string{"players": "id@ name registered since bot barred"},
		Exported: []string{"player.name", "player.since"}, Stays: []string{"players.id"},
	},
	{
		Code: "account", Columns: map[string]string{"accounts": "player@ name_key password", "passkeys": "id player@ label since credential", "recovery_codes": "hash player@ since"},
		Exported: []string{"account.password", "account.passkeys", "account.recovery_codes"},
	},
	{
		Code: "ssh", Columns: map[string]string{"ssh_keys": "id player@ hash kind label since used sign_outs"},
		Exported: []string{"account.ssh_keys"},
	},
	{
		Code: "sessions", Columns: map[string]string{"tokens": "hash id player@ kind label since used until over_ssh"},
		Exported: []string{"account.sessions", "account.tokens"},
	},
	{
		Code: "devices", Columns: map[string]string{"push_devices": "id player@ session endpoint key secret label since used"},
		Exported: []string{"account.devices"},
	},
	{
		Code: "names", Columns: map[string]string{"held_names": "name_hash player@ until"},
		Exported: []string{"account.held_names"},
	},
	{
		Code: "games", Columns: map[string]string{
			"events": "table_id seq at kind player@ request body", "tables": "id phase game listed entered summary host@ public played",
			"sitters": "player@ table_id over",
		},
		Exported: []string{"tables"}, Stays: []string{"events.player", "sitters.player", "tables.host"},
	},
	{
		// What servers with one store tell each other.
		Code: "presence", Columns: map[string]string{"shared": "key value until"}, Passing: true,
	},
	{
		Code: "ratings", Columns: map[string]string{"ratings": "game player@ value deviation volatility since games"},
		Exported: []string{"ratings"},
	},
	{
		Code: "learning", Columns: map[string]string{"puzzles": "player@ progress", "stars": "player@ area game item stars"},
		Exported: []string{"puzzles", "progress"},
	},
	{
		Code: "blocks", Columns: map[string]string{"blocks": "player@ other@ kind since"},
		Exported: []string{"blocks"},
	},
	{
		Code: "friends", Columns: map[string]string{
			"friends": "player@ other@ agreed since", "challenges": "id player@ other@ terms sent until state game", "players": "challenges friend_requests",
		},
		Exported: []string{"friends", "challenges", "challenges_from", "friends_from"},
	},
	{
		Code: "groups", Columns: map[string]string{
			"player_groups": "id name chat contact since request owner@", "group_members": "group_id player@ role since", "players": "manager",
			"invitations": "id hash group_id role maker@ since ends uses used",
		},
		Exported: []string{"groups", "invitations"},
	},
	{
		Code: "tournaments", Columns: map[string]string{
			"tournaments":        "id owner@ group_id seq phase game listed changed due secret head",
			"tournament_events":  "tournament seq at kind player@ request body",
			"tournament_players": "player@ tournament",
		},
		Exported: []string{"tournaments"},
	},
	{
		Code: "reports", Columns: map[string]string{
			"reports": "seq at reporter@ player@ reason text table_id message closed closed_by@ note",
		},
		Exported: []string{"reports"},
	},
	{
		Code: "administered", Columns: map[string]string{
			"players": "administrator suspended_until", "signin_links": "hash player@ once since ends over_ssh",
			"audit": "seq at actor@ action player@ table_id detail",
		},
		Exported: []string{"account.links", "account.audit"}, Stays: []string{"audit.actor", "audit.player"},
	},
	{
		// Ids and hashes, until they are in the file beside the database.
		Code: "removals", Columns: map[string]string{"removals": "seq kind key"}, Passing: true,
	},
}

// Other are tables that have nothing about a person.
var Other = map[string]string{
	"progress":          "how far a game is, and when the server has to look at it",
	"tournament_tables": "to which tournament a table belongs",
	"downtimes":         "when no server ran",
	"heartbeat":         "when a server last ran",
	"push_key":          "a key of the server",
	"secrets":           "keys of the server",
	"name_keys":         "a version",
	"announcement":      "what an administrator announces",
}

// Codes are the codes of all items.
func Codes() (all []string) {
	for _, item := range Items {
		all = append(all, item.Code)
	}
	return all
}
