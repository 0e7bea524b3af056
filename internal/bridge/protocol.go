package bridge

import "plateau/game"

// The types of web/src/engine/protocol.ts, which explains them; a test compares
// the two. Tasks and puzzles are those of their own packages. Lists and maps
// are never null.

type slot struct {
	ID game.SlotID `json:"id"`
	On string      `json:"on"`
}

type seatInfo struct {
	ID     string `json:"id"`
	Team   int    `json:"team"`
	Colour string `json:"colour"`
}

type gameInfo struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	Size     int        `json:"size"`
	Seats    []seatInfo `json:"seats"`
	Openers  []int      `json:"openers"`
	Starts   []string   `json:"starts"`
	Decisive bool       `json:"decisive"`
	Repeats  bool       `json:"repeats"`
	Letters  []string   `json:"letters"`
	Slots    []slot     `json:"slots"`
	Exact    bool       `json:"exact"`
}

type phrase struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params"`
	Text   string            `json:"text"`
}

type refusal struct {
	phrase
	Input string   `json:"input"`
	Cells []string `json:"cells"`
	Ply   int      `json:"ply"`
}

type move struct {
	Text  string     `json:"text"`
	Picks game.Picks `json:"picks"`
}

type positionView struct {
	Game     string            `json:"game"`
	Text     string            `json:"text"`
	ToMove   int               `json:"toMove"`
	Cells    map[string]string `json:"cells"`
	Reserves []string          `json:"reserves"`
	Moves    []move            `json:"moves"`
	Verdict  verdict           `json:"verdict"`
}

type motion struct {
	Kind   game.MotionKind `json:"kind"`
	From   string          `json:"from"`
	To     string          `json:"to"`
	Letter string          `json:"letter"`
	Needs  []game.SlotID   `json:"needs"`
}

type preview struct {
	Cells   map[string]string `json:"cells"`
	Motions []motion          `json:"motions"`
	Move    string            `json:"move"`
}

type verdict struct {
	Over     bool     `json:"over"`
	Winner   *int     `json:"winner"`
	Reason   *phrase  `json:"reason"`
	Line     []string `json:"line"`
	LineKind string   `json:"lineKind"`
}

type closing struct {
	How  string `json:"how"`
	Seat int    `json:"seat"`
}

type matchText struct {
	Game    string   `json:"game"`
	Start   string   `json:"start"`
	Moves   []string `json:"moves"`
	Players []string `json:"players"`
	Closing *closing `json:"closing"`
}

type plyView struct {
	Seat     int      `json:"seat"`
	Text     string   `json:"text"`
	Motions  []motion `json:"motions"`
	Cells    []string `json:"cells"`
	Position string   `json:"position"`
}

type matchView struct {
	Start       string       `json:"start"`
	Plies       []plyView    `json:"plies"`
	Now         positionView `json:"now"`
	Occurrences int          `json:"occurrences"`
}

type worth struct {
	Outcome  string   `json:"outcome"`
	Turns    *int     `json:"turns"`
	Estimate *float64 `json:"estimate"`
}

type moveWorth struct {
	worth
	Move  string     `json:"move"`
	Picks game.Picks `json:"picks"`
}

type analysisView struct {
	Position string      `json:"position"`
	Worth    worth       `json:"worth"`
	Moves    []moveWorth `json:"moves"`
	Line     []string    `json:"line"`
	Depth    int         `json:"depth"`
	Nodes    uint64      `json:"nodes"`
	Settled  bool        `json:"settled"`
}

type reviewPly struct {
	Ply    int    `json:"ply"`
	Before worth  `json:"before"`
	After  worth  `json:"after"`
	Best   string `json:"best"`
	Fault  string `json:"fault"`
}

type bookBlock struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"text"`
	Position string   `json:"position"`
	Moves    []string `json:"moves"`
}

type book struct {
	Game     string      `json:"game"`
	Language string      `json:"language"`
	Blocks   []bookBlock `json:"blocks"`
}

type recordView struct {
	Match matchText   `json:"match"`
	Tags  [][2]string `json:"tags"`
}
