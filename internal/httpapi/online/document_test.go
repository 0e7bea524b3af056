package online_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// document is the OpenAPI document as clients see it.
type document struct {
	paths   map[string]map[string]any
	schemas map[string]any
}

func readDocument(tb testing.TB, handler http.Handler) *document {
	tb.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(tb.Context(), http.MethodGet, "/api/v1/openapi.json", nil))
	var d struct {
		OpenAPI    string
		Paths      map[string]map[string]any
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != http.StatusOK || !strings.HasPrefix(d.OpenAPI, "3.1") {
		tb.Fatalf("%d %q %v", w.Code, d.OpenAPI, err)
	}
	return &document{d.Paths, d.Components.Schemas}
}

// operation is the described operation of a request, or nil.
func (d *document) operation(method, path string) map[string]any {
	path, _, _ = strings.Cut(path, "?")
	best := ""
	for template, operations := range d.paths {
		if matches(template, path) && operations[strings.ToLower(method)] != nil && (best == "" || strings.Count(template, "{") < strings.Count(best, "{")) {
			best = template
		}
	}
	op, _ := d.paths[best][strings.ToLower(method)].(map[string]any)
	return op
}

// has reports whether a request is described.
func (d *document) has(method, path string) bool {
	for template, operations := range d.paths {
		if matches(template, path) && operations[strings.ToLower(method)] != nil {
			return true
		}
	}
	return false
}

func matches(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	return len(want) == len(got) && !slices.ContainsFunc(want, func(part string) bool {
		i := slices.Index(want, part)
		return !strings.HasPrefix(part, "{") && part != got[i]
	})
}

// checkAnswer compares an answer with the document.
func (d *document) checkAnswer(method, path string, status int, kind string, body []byte) error {
	op := d.operation(method, path)
	if op == nil {
		return fmt.Errorf("%s %s is not described", method, path)
	}
	responses := op["responses"].(map[string]any)
	response, ok := responses[strconv.Itoa(status)].(map[string]any)
	if !ok {
		if response, ok = responses["default"].(map[string]any); !ok || status < 400 {
			return fmt.Errorf("%s %s: the status %d is not described", method, path, status)
		}
	}
	content, _ := response["content"].(map[string]any)
	if len(content) == 0 {
		if len(body) > 0 {
			return fmt.Errorf("%s %s: %d with a body that is not described", method, path, status)
		}
		return nil
	}
	kind, _, _ = strings.Cut(kind, ";")
	media, ok := content[kind].(map[string]any)
	if !ok {
		return fmt.Errorf("%s %s: %d as %q is not described", method, path, status, kind)
	}
	if !strings.HasSuffix(kind, "json") {
		return nil
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	if err := d.check(media["schema"].(map[string]any), value, kind); err != nil {
		return fmt.Errorf("%s %s: %d: %w\n%s", method, path, status, err, body)
	}
	return nil
}

// checkEvent compares an event of a stream with the document.
func (d *document) checkEvent(path, name string, data []byte) error {
	op := d.operation(http.MethodGet, path)
	content := op["responses"].(map[string]any)["200"].(map[string]any)["content"].(map[string]any)
	items := content["text/event-stream"].(map[string]any)["schema"].(map[string]any)["items"].(map[string]any)
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	return d.check(items, map[string]any{"event": name, "data": value}, name)
}

// resolve follows a reference.
func (d *document) resolve(schema map[string]any) map[string]any {
	for {
		ref, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		schema = d.schemas[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any)
	}
}

// check says where a value differs from its schema. It supports as much of JSON
// Schema as the document uses.
func (d *document) check(schema map[string]any, value any, at string) error {
	schema = d.resolve(schema)
	for _, of := range []string{"oneOf", "anyOf"} {
		if choices, ok := schema[of].([]any); ok {
			var failures []string
			for _, c := range choices {
				if err := d.check(c.(map[string]any), value, at); err != nil {
					failures = append(failures, err.Error())
				}
			}
			if fits := len(choices) - len(failures); fits == 0 || of == "oneOf" && fits > 1 {
				return fmt.Errorf("%s fits %d of %s: %v", at, fits, of, failures)
			}
		}
	}
	if kinds := typesOf(schema); len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k string) bool { return isA(value, k) }) {
		return fmt.Errorf("%s is %v, want %v", at, value, kinds)
	}
	if enum, ok := schema["enum"].([]any); ok && value != nil && !slices.Contains(enum, value) {
		return fmt.Errorf("%s is %v, want one of %v", at, value, enum)
	}
	switch value := value.(type) {
	case map[string]any:
		return d.checkObject(schema, value, at)
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, item := range value {
			if items == nil {
				break
			}
			if err := d.check(items, item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case string:
		if most, ok := schema["maxLength"].(float64); ok && utf8.RuneCountInString(value) > int(most) {
			return fmt.Errorf("%s has more than %v letters", at, most)
		}
	case float64:
		if least, ok := schema["minimum"].(float64); ok && value < least {
			return fmt.Errorf("%s is %v, less than %v", at, value, least)
		}
	}
	return nil
}

func (d *document) checkObject(schema, value map[string]any, at string) error {
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, there := value[name.(string)]; !there {
			return fmt.Errorf("%s has no %s", at, name)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(value)) {
		property, known := properties[name].(map[string]any)
		if !known {
			switch rest := schema["additionalProperties"].(type) {
			case bool:
				if !rest {
					return fmt.Errorf("%s has %s, which is not described", at, name)
				}
				continue
			case map[string]any:
				property = rest
			default:
				continue
			}
		}
		if err := d.check(property, value[name], at+"."+name); err != nil {
			return err
		}
	}
	return nil
}

func typesOf(schema map[string]any) []string {
	switch kind := schema["type"].(type) {
	case string:
		return []string{kind}
	case []any:
		var kinds []string
		for _, k := range kind {
			kinds = append(kinds, k.(string))
		}
		return kinds
	}
	return nil
}

func isA(value any, kind string) bool {
	switch kind {
	case "null":
		return value == nil
	case "integer":
		n, ok := value.(float64)
		return ok && n == math.Trunc(n)
	case "number":
		_, ok := value.(float64)
		return ok
	case "string":
		_, ok := value.(string)
		return ok
	case "boolean":
		_, ok := value.(bool)
		return ok
	case "array":
		_, ok := value.([]any)
		return ok
	case "object":
		_, ok := value.(map[string]any)
		return ok
	}
	return false
}
