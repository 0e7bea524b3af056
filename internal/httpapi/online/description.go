package online

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/api"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
	"plateau/internal/play/house"
	"plateau/tournament"
)

// The OpenAPI document is made from the operations. Package huma describes its
// own; streams are described here.

// schemaPrefix is that of references to types.
const schemaPrefix = "#/components/schemas/"

func apiConfig(version string) huma.Config {
	if version == "" {
		version = "0"
	}
	schemas := huma.NewMapRegistry(schemaPrefix, schemaName)
	schemas.RegisterTypeAlias(reflect.TypeFor[play.Event](), reflect.TypeFor[eventView]())
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Plateau", Version: version,
				Description: "Online play of board games, and the values of solved ones. Commands are requests, events are server-sent. " +
					"Refusals are application/problem+json with a stable code.",
			},
			Components: &huma.Components{
				Schemas: schemas,
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"session": {Type: "apiKey", In: "cookie", Name: sessionCookie},
					"token":   {Type: "http", Scheme: "bearer"},
				},
			},
		},
		Formats:                      map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat},
		DefaultFormat:                "application/json",
		RejectUnknownQueryParameters: true,
		Transformers:                 []huma.Transformer{nameRequest},
	}
}

// nameRequest puts the id of the request into a problem.
func nameRequest(ctx huma.Context, _ string, answer any) (any, error) {
	if p, is := answer.(*problem.Problem); is {
		_, w := humago.Unwrap(ctx)
		return p.Of(w.Header()), nil
	}
	return answer, nil
}

// schemaName is the name of a type in the document. What is only in the bodies of
// events has a name of its own, because answers have similar types.
func schemaName(t reflect.Type, hint string) string {
	name := strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "View")
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Implements(reflect.TypeFor[play.Body]()):
		return "Event" + name
	case t == reflect.TypeFor[tournament.Clock]():
		return "Tournament" + name
	case t == reflect.TypeFor[tournament.Entrant]():
		return name + "Body"
	case t == reflect.TypeFor[play.RatingChange](), t == reflect.TypeFor[glicko.Rating]():
		return "Stored" + name
	}
	return name
}

func init() {
	// Lists are never null.
	huma.DefaultArrayNullable = false
	// Go's decoder ignores case; the document does not.
	huma.ValidateStrictCasing = true
}

// Schemas of answers that are not described further.
var (
	plainText = &huma.Schema{Type: huma.TypeString}
	anyObject = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
)

type (
	// bodyInput is a request that has nothing but a body.
	bodyInput[B any] struct{ Body B }
	// optionalInput is one whose body may be missing.
	optionalInput[B any] struct{ Body *B }
	// bodyOutput is an answer that has nothing but a body.
	bodyOutput[B any] struct{ Body B }
)

// body is the body, or an empty one.
func (in *optionalInput[B]) body() B {
	if in.Body == nil {
		return *new(B)
	}
	return *in.Body
}

// body makes a handler of a function that returns the body of the answer.
func body[I, B any](handle func(context.Context, *I) (B, error)) func(context.Context, *I) (*bodyOutput[B], error) {
	return func(ctx context.Context, in *I) (*bodyOutput[B], error) {
		answer, err := handle(ctx, in)
		return &bodyOutput[B]{answer}, err
	}
}

// okResponse describes the answer of a handler that encodes it itself.
func okResponse(contentType string, schema *huma.Schema) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{contentType: {Schema: schema}},
	}}
}

// describe adds an operation to the document that package huma does not serve.
func (s *server) describe(r route, contentType string, schema *huma.Schema) {
	r.Path, r.Responses = Path+r.Path, okResponse(contentType, schema)
	r.Responses["default"] = &huma.Response{Description: "Error", Content: map[string]*huma.MediaType{
		problem.ContentType: {Schema: schemaOf[problem.Problem](s.api)},
	}}
	s.api.OpenAPI().AddOperation(&r.Operation)
}

func queryParam(name, kind, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: &huma.Schema{Type: kind}}
}

func pathParam(name, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
}

// event describes a kind of event of a stream, with the schema of its data.
type event struct {
	name, doc string
	data      *huma.Schema
}

// registerStream describes and serves a stream.
func (s *server) registerStream(r route, params []*huma.Param, events []event, run func(*stream)) {
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
	r.Parameters = params
	r.Description = "Server-sent events with JSON data. When the stream ends without an event `end`, reconnect with Last-Event-ID."
	s.describe(r, "text/event-stream", &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{OneOf: kinds}})
	s.mux.HandleFunc(r.Method+" "+Path+r.Path, func(w http.ResponseWriter, request *http.Request) {
		out, p := s.openStream(w, request, &r.policy)
		if p != nil {
			p.Write(w)
			return
		}
		defer out.close()
		run(out)
	})
}

func (s *server) registerStreams() {
	after := queryParam("after", huma.TypeInteger, "Continue after this event; the header Last-Event-ID takes precedence")
	seen := queryParam("seen", huma.TypeInteger, "An event that was acknowledged to the client, perhaps by another server: the stream begins with it or later")
	end := event{"end", "Why the stream has ended for good", schemaOf[problem.Problem](s.api)}
	s.registerStream(open("streams", "followTable", "GET /tables/{id}/events", "Follow a table; its players count as present"),
		[]*huma.Param{pathParam("id", "The id of the table"), after, seen}, []event{
			{"table", "What happened: at the start and after every change. Its id is the number of the last event", schemaOf[api.TableNews](s.api)},
			{"here", "Who is present: at the start and when players come or go", schemaOf[api.HereNews](s.api)},
			{"beat", "A heartbeat: at the start and every 15 seconds", schemaOf[api.HeartbeatNews](s.api)},
			end,
		}, s.streamTable)
	s.registerStream(open("streams", "followLobby", "GET /lobby/events", "Follow the lobby"), []*huma.Param{after}, []event{
		{"lobby", "Tables that appeared, changed or disappeared. Its id is the version", schemaOf[api.LobbyNews](s.api)}, end,
	}, s.streamLobby)
	s.registerStream(signedIn("streams", "followPairing", "GET /pairing/events", "Look for an opponent while the stream is open"),
		[]*huma.Param{
			{Name: "game", In: "query", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			queryParam("main_ms", huma.TypeInteger, "As in the terms of a table"),
			queryParam("increment_ms", huma.TypeInteger, "As in the terms of a table"),
			queryParam("days", huma.TypeInteger, "As in the terms of a table"),
			queryParam("rated", huma.TypeBoolean, "As in the terms of a table"),
		}, []event{
			{"waiting", "How many others are waiting", schemaOf[api.WaitingNews](s.api)},
			{"paired", "The table of the game, which has started; then the stream ends", schemaOf[api.PairedNews](s.api)},
			end,
		}, s.streamPairing)
	s.registerStream(open("streams", "followTournament", "GET /tournaments/{id}/events", "Follow a tournament; its players count as present"),
		[]*huma.Param{pathParam("id", "The id of the tournament")}, []event{
			{"tournament", "How far it is: at the start, after every change, and when a table was opened. Its id is the number of the last event", schemaOf[api.TournamentNews](s.api)},
			end,
		}, s.streamTournament)
	s.registerStream(signedIn("streams", "followMyTables", "GET /me/events", "Follow all my tables"), nil, []event{
		{"mine", "All my tables at the start, then those that change", schemaOf[api.MyTablesNews](s.api)}, end,
	}, s.streamMyTables)
}

// Description is the OpenAPI document of a server with online play, from which
// clients generate types.
func Description(version string) []byte {
	// The routes are described, never used.
	return newServer(Config{House: new(house.House), Now: time.Now, Version: version}).document()
}

// describeNull lets be null what is a pointer to an object and never left out, which package
// huma does not do.
func describeNull(schemas huma.Registry) {
	for name, schema := range schemas.Map() {
		for _, field := range reflect.VisibleFields(schemas.TypeFromRef(schemaPrefix + name)) {
			key, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			object := field.Type.Kind() == reflect.Pointer && field.Type.Elem().Kind() == reflect.Struct
			if property := schema.Properties[key]; object && options == "" && property != nil {
				schema.Properties[key] = &huma.Schema{AnyOf: []*huma.Schema{property, {Type: "null"}}}
			}
		}
	}
}

func (s *server) document() []byte {
	text, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		panic("online: " + err.Error())
	}
	return text
}

// serveDescription serves the document, which describes this route, too. It must
// be called last: routes added later are not described.
func (s *server) serveDescription() {
	r := forStrangers(operation("server", "getDescription", "GET /openapi.json", "This description"))
	s.describe(r, "application/json", anyObject)
	describeNull(s.api.OpenAPI().Components.Schemas)
	text := s.document()
	s.mux.HandleFunc("GET "+Path+r.Path, func(w http.ResponseWriter, request *http.Request) {
		if _, p := s.admit(w, request, &r.policy); p != nil {
			p.Write(w)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		_, _ = w.Write(text) // The client has disconnected if this fails.
	})
}
