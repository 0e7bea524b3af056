package online_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plateau/games"
	"plateau/internal/doctest"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// TestRandomRequests makes valid and invalid requests from the OpenAPI document.
// Each is answered as described, never with an internal error, and in the end all
// tables match the replay of their events. Every seed needs its own server and
// many requests, so this is not a target for the fuzzer of the go command.
func TestRandomRequests(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			z := &fuzzer{site: newSite(t, nil), Rand: rand.New(rand.NewPCG(seed, 1)), codes: knownCodes(t)}
			for i := range 250 {
				if i%50 == 0 {
					z.populate()
				}
				z.ask()
			}
			z.compareTables()
		})
	}
}

// fuzzer makes random requests.
type fuzzer struct {
	*site
	*rand.Rand
	tokens, words []string
	made          int
	codes         map[string]bool
}

// populate adds players and tables, because requests delete some.
func (z *fuzzer) populate() {
	z.made++
	ann, ben := z.registered(fmt.Sprint("Ann", z.made)), z.guest(fmt.Sprint("Ben", z.made))
	z.tokens = append(z.tokens, ann.token, ben.token, ann.token, ben.token, "", "invented")
	z.words = append(z.words, ann.id, ben.id, ann.begin(ben, quixo), ann.open(quixo+`,"listed":true`), ben.open(`"game":"quantik","time":{"days":2}`),
		ann.begin(ben, `"game":"pivot","spectators":true`))
	// Recent ones are more useful.
	z.tokens, z.words = last(z.tokens, 12), last(z.words, 12)
}

func last(list []string, n int) []string { return list[max(0, len(list)-n):] }

// ask sends one request and checks its answer.
func (z *fuzzer) ask() {
	z.Helper()
	template := pick(z.Rand, slices.Sorted(maps.Keys(z.doc.paths)))
	method := pick(z.Rand, slices.Sorted(maps.Keys(z.doc.paths[template])))
	op := z.doc.paths[template][method].(map[string]any)
	method = strings.ToUpper(method)
	if z.IntN(50) == 0 {
		method = pick(z.Rand, []string{"GET", "POST", "PUT", "DELETE", "BREW"})
	}
	target, body := z.target(template, op), z.body(op)
	ctx, cancel := context.WithCancel(z.Context())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if token := pick(z.Rand, z.tokens); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	r.Header.Set("Content-Type", "application/json")
	if z.IntN(40) == 0 {
		r.Header.Set("Content-Type", pick(z.Rand, []string{"text/plain", "application/xml", ";;", "multipart/form-data"}))
	}
	// Streams end after their first message.
	w := &oneMessage{ResponseRecorder: httptest.NewRecorder(), stop: cancel}
	z.handler.ServeHTTP(w, r)
	z.check(method, target, body, w.ResponseRecorder)
}

// oneMessage ends a stream after its first message.
type oneMessage struct {
	*httptest.ResponseRecorder
	stop func()
}

func (w *oneMessage) FlushError() error {
	w.stop()
	return nil
}

func (z *fuzzer) check(method, target string, body []byte, w *httptest.ResponseRecorder) {
	z.Helper()
	what := fmt.Sprintf("%s %s %.300q: %d %s", method, target, body, w.Code, w.Body)
	if w.Code >= 500 {
		z.Error(what)
	}
	if w.Code < 400 {
		if w.Header().Get("Content-Type") == "text/event-stream" {
			return
		}
		if err := z.doc.checkAnswer(method, target, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes()); err != nil && w.Code < 300 {
			z.Error(err, what)
		}
		return
	}
	var p problem.Problem
	err := json.Unmarshal(w.Body.Bytes(), &p)
	if err != nil || w.Header().Get("Content-Type") != problem.ContentType || p.Status != w.Code || p.Title == "" || p.Detail == "" {
		z.Errorf("%s is not a problem: %v", what, err)
	}
	if !z.codes[p.Code] {
		z.Errorf("%s has an unknown code", what)
	}
}

// answering are the folders whose refusals the API answers with.
var answering = regexp.MustCompile(`^(game|tournament|internal/(play|accounts|admin|fairplay|groups|meeting|reports|tournaments|push|bridge))(/|$)`)

// knownCodes are the codes of all expected problems.
func knownCodes(t *testing.T) map[string]bool {
	t.Helper()
	codes := make(map[string]bool)
	for _, p := range doctest.Phrases(t) {
		if p.Kind != 0 && answering.MatchString(p.Folder) && !strings.HasPrefix(p.Code, "record.") && p.Folder != "tournament/lines" {
			codes[p.Code] = true
		}
	}
	for _, code := range strings.Fields(`api.path api.method api.body api.type api.fields api.large api.cursor session.none
		player.unknown record.none qr.long tablebase.none`) {
		codes[code] = true
	}
	return codes
}

// target fills in the parameters of a path.
func (z *fuzzer) target(template string, op map[string]any) string {
	parts := strings.Split(template, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = url.PathEscape(z.word())
		}
	}
	query := url.Values{}
	params, _ := op["parameters"].([]any)
	for _, param := range params {
		p := param.(map[string]any)
		if p["in"] != "query" || z.IntN(4) == 0 {
			continue
		}
		query.Set(p["name"].(string), fmt.Sprint(z.value(p["schema"].(map[string]any), 0)))
	}
	if z.IntN(40) == 0 {
		query.Set("unknown", "1")
	}
	return strings.Join(parts, "/") + "?" + query.Encode()
}

// body is the JSON of a request, which may be broken.
func (z *fuzzer) body(op map[string]any) []byte {
	request, ok := op["requestBody"].(map[string]any)
	if !ok || z.IntN(30) == 0 {
		return nil
	}
	schema := request["content"].(map[string]any)["application/json"].(map[string]any)["schema"].(map[string]any)
	text, err := json.Marshal(z.value(schema, 0))
	if err != nil {
		z.Fatal(err)
	}
	switch z.IntN(40) {
	case 0:
		return text[:z.IntN(len(text)+1)]
	case 1:
		text[z.IntN(len(text))] = byte(z.IntN(256))
	case 2:
		return []byte(strings.Repeat("[", 15_000))
	case 3:
		return bytes.Repeat([]byte(" "), 20_000)
	case 4:
		return append(text, text...)
	}
	return text
}

// value fits a schema, or rarely does not.
func (z *fuzzer) value(schema map[string]any, depth int) any {
	schema = z.doc.resolve(schema)
	if z.IntN(40) == 0 {
		return pick(z.Rand, []any{nil, true, -1, 1e300, 0.5, "", strings.Repeat("x", 3000), "\u202e", []any{}, map[string]any{"a": 1}})
	}
	if enum, ok := schema["enum"].([]any); ok {
		return pick(z.Rand, enum)
	}
	for _, of := range []string{"oneOf", "anyOf"} {
		if choices, ok := schema[of].([]any); ok {
			return z.value(pick(z.Rand, choices).(map[string]any), depth+1)
		}
	}
	kind := ""
	if kinds := typesOf(schema); len(kinds) > 0 {
		kind = kinds[0]
	}
	switch kind {
	case "boolean":
		return z.IntN(2) == 0
	case "integer", "number":
		return pick(z.Rand, []int{0, 0, 1, 2, 3, 20, 60_000, 1 << 40})
	case "array":
		list := []any{}
		for range z.IntN(4) {
			list = append(list, z.value(schema["items"].(map[string]any), depth+1))
		}
		return list
	case "string":
		return z.word()
	}
	return z.object(schema, depth)
}

func (z *fuzzer) object(schema map[string]any, depth int) any {
	value := make(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if needed := slices.Contains(required, any(name)); needed && z.IntN(40) > 0 || !needed && z.IntN(3) == 0 {
			value[name] = z.value(properties[name].(map[string]any), depth+1)
		}
	}
	if z.IntN(40) == 0 {
		value["surplus"] = 1
	}
	return value
}

// word is a string that may have a meaning.
func (z *fuzzer) word() string {
	if z.IntN(2) == 0 {
		return pick(z.Rand, z.words)
	}
	return pick(z.Rand, []string{
		"a1-a5", "a5-a1", "S@b3", "quixo", "quixo3", "quantik", "pivot", "perfect", "3", "table", "Ann", "ann", "a name", "x", "",
		"correct horse", "é", "\x00", "../..", "%2e", "request-1", "9223372036854775808",
	})
}

func pick[V any](r *rand.Rand, list []V) V { return list[r.IntN(len(list))] }

// compareTables compares all tables with the replay of their events.
func (z *fuzzer) compareTables() {
	z.Helper()
	list, err := z.store.Tables(z.Context(), play.TableQuery{Limit: 10_000})
	if err != nil {
		z.Fatal(err)
	}
	for _, sum := range list {
		replayed, err := play.Load(z.Context(), z.store, games.All().Games(), sum.ID)
		if err != nil {
			z.Fatal(err)
		}
		live, err := z.house.Tables.Table(z.Context(), sum.ID, replayed.Host)
		if err != nil {
			continue // Its host did not play.
		}
		if !reflect.DeepEqual(live, replayed) || !reflect.DeepEqual(sum, replayed.Summary()) {
			z.Errorf("the table differs from the replay of its events:\n%+v\n%+v\n%+v", live, replayed, sum)
		}
	}
}
