package bridge

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plateau/puzzles"
	"plateau/rulebook"
	"plateau/rulebook/guide"
)

const webEngine = "../../web/src/engine/"

// protocolTypes are the Go types of the interfaces of protocol.ts.
var protocolTypes = map[string]reflect.Type{
	"Slot":         reflect.TypeFor[Slot](),
	"SeatInfo":     reflect.TypeFor[SeatInfo](),
	"GameInfo":     reflect.TypeFor[GameInfo](),
	"Phrase":       reflect.TypeFor[Phrase](),
	"Refusal":      reflect.TypeFor[Refusal](),
	"Move":         reflect.TypeFor[Move](),
	"PositionView": reflect.TypeFor[PositionView](),
	"Motion":       reflect.TypeFor[Motion](),
	"Premove":      reflect.TypeFor[Premove](),
	"Preview":      reflect.TypeFor[Preview](),
	"Verdict":      reflect.TypeFor[Verdict](),
	"Closing":      reflect.TypeFor[Closing](),
	"MatchText":    reflect.TypeFor[MatchText](),
	"PlyView":      reflect.TypeFor[PlyView](),
	"MatchView":    reflect.TypeFor[MatchView](),
	"Worth":        reflect.TypeFor[Worth](),
	"MoveWorth":    reflect.TypeFor[MoveWorth](),
	"AnalysisView": reflect.TypeFor[AnalysisView](),
	"ReviewPly":    reflect.TypeFor[ReviewPly](),
	"BookBlock":    reflect.TypeFor[rulebook.Block](),
	"Book":         reflect.TypeFor[Book](),
	"Task":         reflect.TypeFor[rulebook.Task](),
	"Step":         reflect.TypeFor[rulebook.Step](),
	"Question":     reflect.TypeFor[Question](),
	"Drawing":      reflect.TypeFor[guide.Drawing](),
	"Reply":        reflect.TypeFor[guide.Reply](),
	"Puzzle":       reflect.TypeFor[puzzles.Puzzle](),
	"RecordView":   reflect.TypeFor[RecordView](),
}

var (
	interfacePattern = regexp.MustCompile(`(?s)export interface (\w+)(?: extends (\w+))? \{(.*?)\n\}`)
	fieldPattern     = regexp.MustCompile(`(?m)^\t(\w+\??): (.*);$`)
	wordPattern      = regexp.MustCompile(`'\w*'(?: \| '\w*')*`)
	digitPattern     = regexp.MustCompile(`\b\d(?: \| \d)*`)
)

// interfaces parses the fields of the interfaces in protocol.ts, with types in the
// form of [typeScript].
func interfaces(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile(webEngine + "protocol.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]string{}
	for _, match := range interfacePattern.FindAllStringSubmatch(string(text), -1) {
		fields := map[string]string{}
		maps.Copy(fields, found[match[2]])
		for _, field := range fieldPattern.FindAllStringSubmatch(match[3], -1) {
			fields[field[1]] = plainType(field[2])
		}
		found[match[1]] = fields
	}
	return found
}

// plainType removes from a type what Go cannot express.
func plainType(text string) string {
	text = wordPattern.ReplaceAllString(text, "string")
	text = digitPattern.ReplaceAllString(text, "number")
	return strings.NewReplacer("SlotID", "string", "Ending", "string", "Picks", "Record<string, string>").Replace(text)
}

// typeScript is a Go type in TypeScript.
func typeScript(t reflect.Type) string {
	for name, known := range protocolTypes {
		if t == known {
			return name
		}
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Slice:
		return typeScript(t.Elem()) + "[]"
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{typeScript(t.Elem())}, t.Len()), ", ") + "]"
	case reflect.Map:
		return "Record<" + typeScript(t.Key()) + ", " + typeScript(t.Elem()) + ">"
	case reflect.Pointer:
		return typeScript(t.Elem()) + " | null"
	}
	return t.String()
}

// fieldsOf are the JSON fields of a Go type.
func fieldsOf(t reflect.Type) map[string]string {
	fields := map[string]string{}
	for _, field := range reflect.VisibleFields(t) {
		if name := field.Tag.Get("json"); name != "" && name != "-" {
			name = strings.Replace(name, ",omitempty", "?", 1)
			fields[name] = typeScript(field.Type)
		}
	}
	return fields
}

func TestProtocolMatchesTypes(t *testing.T) {
	written := interfaces(t)
	for name, known := range protocolTypes {
		if got, want := written[name], fieldsOf(known); !maps.Equal(got, want) {
			t.Errorf("%s in protocol.ts has the fields\n%v\nin Go\n%v", name, got, want)
		}
	}
	for name := range written {
		if protocolTypes[name] == nil {
			t.Errorf("%s in protocol.ts has no Go type", name)
		}
	}
}

var (
	clientPattern = regexp.MustCompile(`(?s)export interface (?:Rules|Thinker) \{(.*?)\n\}`)
	methodPattern = regexp.MustCompile(`(?m)^\t(\w+)\(`)
	callPattern   = regexp.MustCompile(`(?s)call(?:Rules|Engine|Exact)(?:<[^>]*>)?\(\s*'(\w+)'(?:,\s*\{([^}]*)\})?`)
)

var casePattern = regexp.MustCompile(`case "(\w+)":`)

// methodNames are the methods that the bridge dispatches to, in order.
func methodNames(tb testing.TB) []string {
	tb.Helper()
	source, err := os.ReadFile("json.go")
	if err != nil {
		tb.Fatal(err)
	}
	var names []string
	for _, match := range casePattern.FindAllSubmatch(source, -1) {
		names = append(names, string(match[1]))
	}
	slices.Sort(names)
	return names
}

// The pages send requests for existing methods, with known parameters.
func TestClientMatchesMethods(t *testing.T) {
	client, err := os.ReadFile(webEngine + "client.ts")
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	for _, face := range clientPattern.FindAllStringSubmatch(string(client), -1) {
		for _, match := range methodPattern.FindAllStringSubmatch(face[1], -1) {
			declared = append(declared, match[1])
		}
	}
	slices.Sort(declared)
	if known := methodNames(t); !slices.Equal(declared, known) {
		t.Errorf("client.ts declares\n%v\nthe bridge answers\n%v", declared, known)
	}
	index, err := os.ReadFile(webEngine + "index.ts")
	if err != nil {
		t.Fatal(err)
	}
	called := map[string]bool{}
	for _, match := range callPattern.FindAllStringSubmatch(string(index), -1) {
		called[match[1]] = true
		params := map[string]any{}
		for _, name := range strings.FieldsFunc(match[2], func(r rune) bool { return strings.ContainsRune(", \t\n", r) }) {
			params[name] = nil
		}
		_, refused := ask[any](t, match[1], params)
		if refused != nil && refused.Code == BadRequest.Code {
			t.Errorf("%s with %v: %s", match[1], params, refused.Text)
		}
	}
	if len(called) != len(declared) {
		t.Errorf("index.ts calls %v", slices.Sorted(maps.Keys(called)))
	}
}
