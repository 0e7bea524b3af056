package tournament

import "strings"

// Result is how a game ended, from the point of view of the first side; it is
// empty while the game is not over.
type Result string

// The results. Those with signs were not played: somebody did not show up.
const (
	Unknown     Result = ""
	FirstWon    Result = "1-0"
	SecondWon   Result = "0-1"
	Drawn       Result = "1/2-1/2"
	FirstCame   Result = "+-"
	SecondCame  Result = "-+"
	NobodyCame  Result = "--"
	unknownText        = "…"
)

// outcome is what a result means.
type outcome struct {
	first, second Points
	played        bool
}

var outcomes = map[Result]outcome{
	FirstWon: {OnePoint, NoPoints, true}, SecondWon: {NoPoints, OnePoint, true}, Drawn: {HalfPoint, HalfPoint, true},
	FirstCame: {OnePoint, NoPoints, false}, SecondCame: {NoPoints, OnePoint, false}, NobodyCame: {},
}

// Known reports whether the game is over.
func (r Result) Known() bool { return r != Unknown }

// Played reports whether the game took place.
func (r Result) Played() bool { return outcomes[r].played }

// Points are what the two sides have from the result.
func (r Result) Points() (first, second Points) {
	o := outcomes[r]
	return o.first, o.second
}

// swapped is the result from the point of view of the second side.
func (r Result) swapped() Result {
	switch r {
	case FirstWon:
		return SecondWon
	case SecondWon:
		return FirstWon
	case FirstCame:
		return SecondCame
	case SecondCame:
		return FirstCame
	}
	return r
}

// String writes a result for people.
func (r Result) String() string {
	switch r {
	case Unknown:
		return unknownText
	case Drawn:
		return "½-½"
	}
	return string(r)
}

// spellings are other ways to type results.
var spellings = map[string]Result{
	"1-0": FirstWon, "1": FirstWon, "0-1": SecondWon, "0": SecondWon,
	"1/2-1/2": Drawn, "1/2": Drawn, "½-½": Drawn, "½": Drawn, "=": Drawn, "0.5-0.5": Drawn, "draw": Drawn,
	"+-": FirstCame, "+--": FirstCame, "-+": SecondCame, "--+": SecondCame, "--": NobodyCame, "---": NobodyCame,
}

// dashes are what stands between two scores.
var dashes = strings.NewReplacer(":", "-", "–", "-", "−", "-")

// ParseResult reads a result as people type it. That of a mini-match of two
// games (2-0, 1½-½, 1-1) is the result of the whole, and is returned as the
// detail, too.
func ParseResult(text string, miniMatch bool) (r Result, detail string, err error) {
	text = strings.ToLower(strings.Join(strings.Fields(dashes.Replace(text)), ""))
	if miniMatch {
		if r, ok := miniMatches[strings.NewReplacer("½", ".5", "1/2", ".5", "0.5", ".5").Replace(text)]; ok {
			return r.result, r.detail, nil
		}
	}
	if r, ok := spellings[text]; ok {
		return r, "", nil
	}
	return Unknown, "", BadResult.Refuse(text)
}

// miniMatches are the scores of two games that do not look like those of one.
var miniMatches = map[string]struct {
	result Result
	detail string
}{
	"2-0": {FirstWon, "2-0"}, "1.5-.5": {FirstWon, "1½-½"}, "1-1": {Drawn, "1-1"}, ".5-1.5": {SecondWon, "½-1½"}, "0-2": {SecondWon, "0-2"},
}
