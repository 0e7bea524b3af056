package route

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
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
	PlainText = &huma.Schema{Type: huma.TypeString}
	AnyObject = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
)

// okResponse describes the answer of a handler that encodes it itself.
func okResponse(contentType string, schema *huma.Schema) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{contentType: {Schema: schema}},
	}}
}

// describe adds an operation to the document that package huma does not serve.
func (s *Router) describe(r Route, contentType string, schema *huma.Schema) {
	r.Path, r.Responses = Path+r.Path, okResponse(contentType, schema)
	r.Responses["default"] = &huma.Response{Description: "Error", Content: map[string]*huma.MediaType{
		problem.ContentType: {Schema: SchemaOf[problem.Problem](s)},
	}}
	s.api.OpenAPI().AddOperation(&r.Operation)
}

// QueryParam describes a parameter of a stream.
func QueryParam(name, kind, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "query", Description: doc, Schema: &huma.Schema{Type: kind}}
}

// AfterParam is where a stream continues.
var AfterParam = QueryParam("after", huma.TypeInteger, "Continue after this event; the header Last-Event-ID takes precedence")

// PathParam describes a part of the path of a stream.
func PathParam(name, doc string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
}

// Event describes a kind of event of a stream.
type Event struct {
	name, doc string
	data      *huma.Schema
}

// EventOf is a kind of event with the type of its data.
func EventOf[T any](s *Router, name, doc string) Event { return Event{name, doc, SchemaOf[T](s)} }

// Stream describes and serves a stream.
func (s *Router) Stream(r Route, params []*huma.Param, events []Event, run func(*Stream)) {
	events = append(events, EventOf[problem.Problem](s, "end", "Why the stream has ended for good"))
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

// Document is the OpenAPI document, from which clients generate types.
func (s *Router) Document() []byte {
	text, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		panic("route: " + err.Error())
	}
	return text
}

// Describe serves the document, which describes this route, too. It must
// be called last: routes added later are not described.
func (s *Router) Describe() {
	r := ForAnybody("server", "getDescription", "GET /openapi.json", "This description").ForStrangers()
	s.describe(r, "application/json", AnyObject)
	describeNull(s.api.OpenAPI().Components.Schemas)
	text := s.Document()
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

// eventView describes [play.Event], which encodes itself.
type eventView struct {
	Table   string         `json:"table"`
	Seq     uint64         `json:"seq"`
	At      time.Time      `json:"at"`
	By      string         `json:"by,omitempty" doc:"The player who caused it; the server if missing"`
	Request string         `json:"request,omitempty" doc:"The id of the request that caused it"`
	Kind    string         `json:"kind" doc:"What happened; 'hidden' if the reader may not see it"`
	Body    map[string]any `json:"body" doc:"Depends on the kind, and may get more fields"`
}

// TransformSchema describes each kind of event with its own body.
func (eventView) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	types := play.BodyTypes()
	union := new(huma.Schema)
	for _, kind := range slices.Sorted(maps.Keys(types)) {
		one := *s
		one.Properties = maps.Clone(s.Properties)
		one.Properties["kind"] = &huma.Schema{Type: huma.TypeString, Enum: []any{kind}}
		one.Properties["body"] = r.Schema(types[kind], true, "")
		union.OneOf = append(union.OneOf, &one)
	}
	return union
}

// SchemaOf is the schema of a type that is not part of a registered operation.
func SchemaOf[T any](s *Router) *huma.Schema {
	return s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}
