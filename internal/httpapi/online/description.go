package online

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/httpapi/problem"
)

// The description is made from the operations: those of package huma describe
// themselves, streams and the older answers about solved tables are described
// here.

func apiConfig(version string) huma.Config {
	if version == "" {
		version = "0"
	}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Plateau", Version: version,
				Description: "Online play of Quantik, Pivot and Quixo: commands as requests, what happens as server-sent events. " +
					"Whatever is refused is told as application/problem+json with a stable code.",
			},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"session": {Type: "apiKey", In: "cookie", Name: sessionCookie},
					"token":   {Type: "http", Scheme: "bearer"},
				},
			},
		},
		Formats:                      map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
	}
}

// schemaName names a type for those who know nothing of this package.
func schemaName(t reflect.Type, hint string) string {
	return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "View")
}

func init() {
	// Lists are never null here.
	huma.DefaultArrayNullable = false
	// Go's reader takes any case; the description says which is meant.
	huma.ValidateStrictCasing = true
}

// textResponse describes an answer that is not JSON, or JSON that only people
// read.
func textResponse(kind string) map[string]*huma.Response {
	schema := &huma.Schema{Type: huma.TypeString}
	if kind == "application/json" {
		schema = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
	}
	return map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{kind: {Schema: schema}},
	}}
}

// describe adds an operation that package huma does not serve.
func (s *server) describe(op huma.Operation, ok *huma.Response) {
	op.Responses = map[string]*huma.Response{
		"200": ok,
		"default": {Description: "Error", Content: map[string]*huma.MediaType{
			problem.ContentType: {Schema: schemaOf[problem.Problem](s.api)},
		}},
	}
	s.api.OpenAPI().AddOperation(&op)
}

func queryParam(name, kind, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: &huma.Schema{Type: kind}}
}

func pathParam(name, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
}

// event is one of those that a stream has, with the schema of its data.
type event struct {
	name, doc string
	data      *huma.Schema
}

// stream describes and serves a stream.
func (s *server) stream(id, path, summary string, needs []map[string][]string, params []*huma.Param, events []event, follow func(*stream)) {
	var kinds []*huma.Schema
	for _, e := range events {
		kinds = append(kinds, &huma.Schema{
			Type: huma.TypeObject, Description: e.doc, Required: []string{"event", "data"},
			Properties: map[string]*huma.Schema{
				"event": {Type: huma.TypeString, Enum: []any{e.name}},
				"id":    {Type: huma.TypeString},
				"data":  e.data,
			},
		})
	}
	s.describe(huma.Operation{
		OperationID: id, Method: http.MethodGet, Path: Path + path, Summary: summary, Tags: []string{"streams"},
		Security: needs, Parameters: params,
		Description: "Server-sent events; the data of each is JSON. When the stream ends without an event `end`, come back " +
			"with Last-Event-ID.",
	}, &huma.Response{
		Description: "Events, one after the other",
		Content: map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{
			Type: huma.TypeArray, Items: &huma.Schema{OneOf: kinds},
		}}},
	})
	s.mux.HandleFunc(http.MethodGet+" "+Path+path, func(w http.ResponseWriter, r *http.Request) {
		out, p := s.admit(w, r, len(needs[0]) > 0)
		if p != nil {
			p.Write(w)
			return
		}
		defer out.close()
		follow(out)
	})
}

func (s *server) registerStreams() {
	after := queryParam("after", huma.TypeInteger, "Go on behind this event; the header Last-Event-ID counts more")
	end := event{"end", "Why the stream is over for good", schemaOf[problem.Problem](s.api)}
	s.stream("followTable", "/tables/{id}/events", "Follow a table; players count as being there", open,
		[]*huma.Param{pathParam("id", "The id of the table"), after}, []event{
			{"table", "What happened, at once and after every change; its id is the number of the last event", schemaOf[tableNews](s.api)},
			{"here", "Who is there, at the start and when players come or go", schemaOf[hereNews](s.api)},
			{"beat", "A sign of life, at the start and every 15 seconds", schemaOf[beatNews](s.api)},
			end,
		}, s.followTable)
	s.stream("followLobby", "/lobby/events", "Follow the lobby", open, []*huma.Param{after}, []event{
		{"lobby", "Tables that appeared, changed or went; its id is the version", schemaOf[lobbyNews](s.api)}, end,
	}, s.followLobby)
	s.stream("followPairing", "/pairing/events", "Look for an opponent, as long as the stream is open", signedIn,
		[]*huma.Param{
			{Name: "game", In: "query", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			queryParam("main_ms", huma.TypeInteger, "As in the terms of a table"),
			queryParam("increment_ms", huma.TypeInteger, "As in the terms of a table"),
			queryParam("days", huma.TypeInteger, "As in the terms of a table"),
			queryParam("rated", huma.TypeBoolean, "As in the terms of a table"),
		}, []event{
			{"waiting", "How many others wait", schemaOf[waitingNews](s.api)},
			{"paired", "The table of the game, which has begun; then the stream ends", schemaOf[pairedNews](s.api)},
			end,
		}, s.followPairing)
	s.stream("followMyTables", "/me/events", "Follow all my tables", signedIn, nil, []event{
		{"mine", "All my tables at first, then those that change", schemaOf[mineNews](s.api)}, end,
	}, s.followMine)
}

// serveDescription serves the description, of which it is itself a part. What
// is registered later is not in it.
func (s *server) serveDescription() {
	s.describe(huma.Operation{
		OperationID: "getDescription", Method: http.MethodGet, Path: Path + "/openapi.json",
		Summary: "This description", Tags: []string{"server"},
	}, &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}},
	}})
	text, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		panic("online: " + err.Error())
	}
	s.mux.HandleFunc("GET "+Path+"/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		_, _ = w.Write(text) // Nobody is left to be told that this failed.
	})
}
