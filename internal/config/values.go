package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// ValueError says what is wrong with the text of a value, in a sentence that
// needs no explanation by pflag.
type ValueError string

func (e ValueError) Error() string { return string(e) }

// FlagError rephrases pflag's error about a flag whose value gave a
// [ValueError]; other errors are returned as they are.
func FlagError(err error) error {
	var invalid *pflag.InvalidValueError
	var wrong ValueError
	if !errors.As(err, &invalid) || !errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("--%s %s: %w", invalid.GetFlag().Name, invalid.GetValue(), wrong)
}

// value implements pflag.Value.
type value[T comparable] struct {
	to    *T
	kind  string
	parse func(text string) (T, error)
}

// Value is a value of a kind, which the help shows, that parse reads and to
// holds. Zero is not shown as the default.
func Value[T comparable](to *T, kind string, parse func(text string) (T, error)) pflag.Value {
	return value[T]{to, kind, parse}
}

func (v value[T]) String() string {
	var zero T
	if *v.to == zero {
		return ""
	}
	return fmt.Sprint(*v.to)
}

func (v value[T]) Type() string { return v.kind }

func (v value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return ValueError(err.Error())
	}
	*v.to = parsed
	return nil
}

const switchKind = "bool"

// Switch is on or off.
func Switch(on *bool) pflag.Value { return Value(on, switchKind, parseSwitch) }

func parseSwitch(text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, ValueError("choose true or false")
	}
	return on, nil
}

// Unless is a switch that is on unless something else is.
func Unless(off *bool) pflag.Value { return unless{off} }

type unless struct{ off *bool }

func (u unless) String() string { return strconv.FormatBool(!*u.off) }
func (u unless) Type() string   { return switchKind }

func (u unless) Set(text string) error {
	on, err := parseSwitch(text)
	if err != nil {
		return ValueError(err.Error())
	}
	*u.off = !on
	return nil
}

// Choice is one of several words, in any case of letters.
func Choice[W ~string](word *W, kind string, choices ...W) pflag.Value {
	return Value(word, kind, func(text string) (W, error) {
		var words []string
		for _, choice := range choices {
			if strings.EqualFold(string(choice), text) {
				return choice, nil
			}
			words = append(words, string(choice))
		}
		last := len(words) - 1
		return "", ValueError("choose " + strings.Join(words[:last], ", ") + " or " + words[last])
	})
}

// Count is a whole number from 1 on.
func Count(number *int) pflag.Value {
	return Value(number, "NUMBER", func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return 0, ValueError("choose a whole number from 1 on")
		}
		return n, nil
	})
}

// AnyText is a check that accepts every text.
func AnyText(text string) (string, error) { return text, nil }

// Text is a text that check accepts, and may rewrite.
func Text(text *string, check func(text string) (string, error)) pflag.Value {
	return Value(text, "string", check)
}
