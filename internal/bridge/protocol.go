package bridge

import (
	"plateau/game"
	"plateau/rulebook"
)

// These are the types of web/src/engine/protocol.ts, which documents the fields;
// a test compares the two. Tasks, puzzles and the blocks of books come from their own
// packages. Lists and maps are never null.

// Slot is one choice of a move.
type Slot struct {
	ID game.SlotID `json:"id"`
	On string      `json:"on"`
}

// SeatInfo describes a seat.
type SeatInfo struct {
	ID     string `json:"id"`
	Team   int    `json:"team"`
	Colour string `json:"colour"`
}

// GameInfo describes a game.
type GameInfo struct {
	ID string `json:"id"`
	// Look is how pages draw and name it.
	Look    string     `json:"look"`
	Name    string     `json:"name"`
	Size    int        `json:"size"`
	Seats   []SeatInfo `json:"seats"`
	Openers []int      `json:"openers"`
	Starts  []string   `json:"starts"`
	// FreeColours: either seat may have either colour.
	FreeColours bool `json:"free_colours"`
	Decisive    bool `json:"decisive"`
	Repeats     bool `json:"repeats"`
	// Casual games are not rated, and their moves have no grades.
	Casual  bool     `json:"casual"`
	Letters []string `json:"letters"`
	Slots   []Slot   `json:"slots"`
	Exact   bool     `json:"exact"`
}

// Phrase is a sentence with a code to translate it by.
type Phrase struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params"`
	Text   string            `json:"text"`
}

// Refusal says why something was refused.
type Refusal struct {
	Phrase
	Input string   `json:"input"`
	Cells []string `json:"cells"`
	Ply   int      `json:"ply"`
}

// Move is a legal move with its choices.
type Move struct {
	Text  string     `json:"text"`
	Picks game.Picks `json:"picks"`
}

// PositionView shows a position.
type PositionView struct {
	Game     string            `json:"game"`
	Text     string            `json:"text"`
	ToMove   int               `json:"to_move"`
	Cells    map[string]string `json:"cells"`
	Reserves []string          `json:"reserves"`
	Moves    []Move            `json:"moves"`
	Verdict  Verdict           `json:"verdict"`
}

// Motion is what visibly happens to a piece in a move.
type Motion struct {
	Kind   game.MotionKind `json:"kind"`
	From   string          `json:"from"`
	To     string          `json:"to"`
	Letter string          `json:"letter"`
	Needs  []game.SlotID   `json:"needs"`
}

// Premove is a move that can be chosen before it is the player's turn.
type Premove struct {
	Text    string     `json:"text"`
	Picks   game.Picks `json:"picks"`
	Motions []Motion   `json:"motions"`
}

// Preview shows the board during a move.
type Preview struct {
	Cells   map[string]string `json:"cells"`
	Motions []Motion          `json:"motions"`
	Move    string            `json:"move"`
}

// Verdict says whether and how a game ended.
type Verdict struct {
	Over     bool     `json:"over"`
	Winner   *int     `json:"winner"`
	Reason   *Phrase  `json:"reason"`
	Line     []string `json:"line"`
	LineKind string   `json:"line_kind"`
}

// Closing is how a game ended before the rules ended it: How is the code of the
// reason, or [drawnByProof]. Seat is who lost, or who accepted a draw.
type Closing struct {
	How  string `json:"how"`
	Seat int    `json:"seat"`
}

// drawnByProof is how a referee ends a game that is proved to be a draw: with the
// same reason as one that is proved to be lost.
const drawnByProof = "adjudication-draw"

// MatchText is a match as text: everything else follows from it.
type MatchText struct {
	Game    string   `json:"game"`
	Start   string   `json:"start"`
	Moves   []string `json:"moves"`
	Players []string `json:"players"`
	Closing *Closing `json:"closing"`
	Swapped bool     `json:"swapped,omitempty"`
}

// PlyView shows one ply of a match.
type PlyView struct {
	Seat      int      `json:"seat"`
	Text      string   `json:"text"`
	Motions   []Motion `json:"motions"`
	Cells     []string `json:"cells"`
	Announces bool     `json:"announces"`
	Position  string   `json:"position"`
}

// MatchView shows a match.
type MatchView struct {
	Start       string       `json:"start"`
	Plies       []PlyView    `json:"plies"`
	Now         PositionView `json:"now"`
	Occurrences int          `json:"occurrences"`
}

// Worth is a value or an estimate.
type Worth struct {
	Outcome  string   `json:"outcome"`
	Turns    *int     `json:"turns"`
	Estimate *float64 `json:"estimate"`
}

// MoveWorth is a move with its worth.
type MoveWorth struct {
	Worth
	Move  string     `json:"move"`
	Picks game.Picks `json:"picks"`
}

// AnalysisView is what is known about a position.
type AnalysisView struct {
	Position string      `json:"position"`
	Worth    Worth       `json:"worth"`
	Moves    []MoveWorth `json:"moves"`
	Line     []string    `json:"line"`
	Depth    int         `json:"depth"`
	Nodes    uint64      `json:"nodes"`
	Settled  bool        `json:"settled"`
}

// ReviewPly is the judgement of one ply.
type ReviewPly struct {
	Ply    int    `json:"ply"`
	Before Worth  `json:"before"`
	After  Worth  `json:"after"`
	Best   string `json:"best"`
	Fault  string `json:"fault"`
}

// Book is the rulebook of a game in a language.
type Book struct {
	Game     string           `json:"game"`
	Language string           `json:"language"`
	Blocks   []rulebook.Block `json:"blocks"`
}

// RecordView is a match read from a record, with its tags.
type RecordView struct {
	Match MatchText   `json:"match"`
	Tags  [][2]string `json:"tags"`
}
