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

// Switch is on or off.
type Switch bool

// String implements pflag.Value.
func (v *Switch) String() string { return strconv.FormatBool(bool(*v)) }

// Type implements pflag.Value.
func (v *Switch) Type() string { return "bool" }

// Set implements pflag.Value.
func (v *Switch) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return ValueError("choose true or false")
	}
	*v = Switch(on)
	return nil
}

// Choice is one of several words, in any case of letters.
type Choice struct {
	Word    *string
	Choices []string
	// Placeholder stands for the word in the help.
	Placeholder string
}

// String implements pflag.Value.
func (v Choice) String() string { return *v.Word }

// Type implements pflag.Value.
func (v Choice) Type() string { return v.Placeholder }

// Set implements pflag.Value.
func (v Choice) Set(text string) error {
	for _, choice := range v.Choices {
		if strings.EqualFold(choice, text) {
			*v.Word = choice
			return nil
		}
	}
	last := len(v.Choices) - 1
	return ValueError("choose " + strings.Join(v.Choices[:last], ", ") + " or " + v.Choices[last])
}

// Text is a text that Check accepts, and may rewrite. Without a check it is any
// text.
type Text struct {
	Text  *string
	Check func(text string) (string, error)
}

// String implements pflag.Value.
func (v Text) String() string { return *v.Text }

// Type implements pflag.Value.
func (v Text) Type() string { return "string" }

// Set implements pflag.Value.
func (v Text) Set(text string) error {
	if v.Check != nil {
		checked, err := v.Check(text)
		if err != nil {
			return err
		}
		text = checked
	}
	*v.Text = text
	return nil
}
