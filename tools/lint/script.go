package main

import (
	"regexp"
	"strings"
)

// code returns TypeScript with blanks in place of comments, strings and regular
// expressions, so that only names, numbers and signs are left. Lines stay where
// they are.
func code(text string) string {
	c := &scanner{text: text}
	c.code("")
	return c.out.String()
}

// svelteCode does the same for a component: of the markup it leaves the names
// of elements and attributes and the expressions in braces.
func svelteCode(text string) string {
	var out strings.Builder
	for at := svelteBlock.FindStringSubmatchIndex(text); at != nil; at = svelteBlock.FindStringSubmatchIndex(text) {
		out.WriteString(markupCode(text[:at[2]]))
		out.WriteString(code(text[at[2]:at[3]]))
		text = text[at[3]:]
	}
	out.WriteString(markupCode(text))
	return out.String()
}

var svelteBlock = regexp.MustCompile(`(?s)<(?:script|style)\b[^>]*>(.+?)</(?:script|style)>`)

func markupCode(text string) string {
	c := &scanner{text: text}
	for c.more() {
		switch {
		case c.at("<!--"):
			c.blankTo("-->")
		case c.at("{"):
			c.take()
			c.code("}")
		case c.at("<"):
			c.tag()
		default:
			c.blank()
		}
	}
	return c.out.String()
}

// A scanner walks through a text and copies or blanks each character.
type scanner struct {
	text string
	pos  int
	out  strings.Builder
}

func (c *scanner) more() bool            { return c.pos < len(c.text) }
func (c *scanner) at(prefix string) bool { return strings.HasPrefix(c.text[c.pos:], prefix) }

func (c *scanner) take() {
	c.out.WriteByte(c.text[c.pos])
	c.pos++
}

func (c *scanner) blank() {
	switch {
	case !c.more():
		return
	case c.at("\n"):
		c.out.WriteByte('\n')
	default:
		c.out.WriteByte(' ')
	}
	c.pos++
}

func (c *scanner) blankTo(end string) {
	for c.more() && !c.at(end) {
		c.blank()
	}
	for range end {
		c.blank()
	}
}

// code walks to the sign that ends it, or to the end of the text.
func (c *scanner) code(end string) {
	for c.more() {
		switch {
		case end != "" && c.at(end):
			c.take()
			return
		case c.at("//"):
			c.blankTo("\n")
		case c.at("/*"):
			c.blankTo("*/")
		case c.at("'"), c.at(`"`):
			c.quoted(c.text[c.pos])
		case c.at("`"):
			c.template()
		case c.at("/") && c.beginsPattern():
			c.regexp()
		case c.at("{"):
			c.take()
			c.code("}")
		default:
			c.take()
		}
	}
}

// tag walks to the end of an element's tag.
func (c *scanner) tag() {
	for c.more() {
		switch {
		case c.at(">"):
			c.take()
			return
		case c.at("{"):
			c.take()
			c.code("}")
		case c.at(`"`):
			c.attribute()
		default:
			c.take()
		}
	}
}

// attribute blanks a quoted value but for the expressions in it.
func (c *scanner) attribute() {
	for c.blank(); c.more() && !c.at(`"`); {
		if c.at("{") {
			c.take()
			c.code("}")
		} else {
			c.blank()
		}
	}
	if c.more() {
		c.blank()
	}
}

func (c *scanner) quoted(quote byte) {
	for c.blank(); c.more() && c.text[c.pos] != quote && !c.at("\n"); c.blank() {
		if c.at(`\`) {
			c.blank()
		}
	}
	if c.more() {
		c.blank()
	}
}

func (c *scanner) template() {
	for c.blank(); c.more() && !c.at("`"); {
		switch {
		case c.at(`\`) && c.pos+1 < len(c.text):
			c.blank()
			c.blank()
		case c.at("${"):
			c.blank()
			c.take()
			c.code("}")
		default:
			c.blank()
		}
	}
	if c.more() {
		c.blank()
	}
}

var beforePattern = regexp.MustCompile(`(^|[=(,:\[!&|?{};+>]|\b(return|case|of|in))\s*$`)

// beginsPattern tells a regular expression from a division by what is before.
func (c *scanner) beginsPattern() bool {
	before := c.out.String()
	return beforePattern.MatchString(before[max(0, len(before)-40):])
}

func (c *scanner) regexp() {
	class := false
	for c.blank(); c.more() && !c.at("\n") && (class || !c.at("/")); c.blank() {
		switch {
		case c.at(`\`):
			c.blank()
		case c.at("["):
			class = true
		case c.at("]"):
			class = false
		}
	}
	for c.more() && (c.at("/") || isLetter(c.text[c.pos])) {
		c.blank()
	}
}
