package accounts

import (
	"reflect"
	"testing"
)

// FuzzPHC reads damaged hashes of passwords. What is accepted can be written, and
// means the same then.
func FuzzPHC(f *testing.F) {
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2Fs$a2V5a2V5a2V5a2V5a2V5a2V5")
	f.Add("$argon2id$v=19$m=0,t=0,p=0$$")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePHC(text)
		if err != nil {
			return
		}
		if p.cost.Passes == 0 || p.cost.Lanes == 0 || len(p.key) == 0 {
			t.Errorf("argon2 panics at %q", text)
		}
		again, err := parsePHC(p.String())
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%q is %+v, and written %q it is %+v, %v", text, p, p, again, err)
		}
	})
}
