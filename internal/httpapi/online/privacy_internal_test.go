package online

import (
	"reflect"
	"strings"
	"testing"

	"plateau/internal/api"
	"plateau/internal/privacy"
)

// The description of the API names every kind of data, so that the pages do not compile
// without a text for each.
func TestPrivacyNamesEverything(t *testing.T) {
	field, _ := reflect.TypeFor[api.Privacy]().FieldByName("Items")
	if got, want := field.Tag.Get("enum"), strings.Join(privacy.Codes(), ","); got != want {
		t.Errorf("the description has\n%s, want\n%s", got, want)
	}
}
