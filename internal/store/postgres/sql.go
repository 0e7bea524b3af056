package postgres

import (
	"database/sql/driver"
	"strconv"
	"strings"
	"sync"
)

// numbered are the shared queries as PostgreSQL numbers their parameters. There are
// few different ones.
var numbered sync.Map

// number turns ? and ?1 into $1. No query has a question mark that means anything
// else.
func number(query string) string {
	if known, ok := numbered.Load(query); ok {
		return known.(string)
	}
	var b strings.Builder
	next := 0
	for i := range len(query) {
		if query[i] != '?' {
			b.WriteByte(query[i])
			continue
		}
		b.WriteByte('$')
		if i+1 < len(query) && query[i+1] >= '0' && query[i+1] <= '9' {
			continue
		}
		next++
		b.WriteString(strconv.Itoa(next))
	}
	text := b.String()
	numbered.Store(query, text)
	return text
}

// arguments are values as all columns are: integers, numbers, texts and bytes. Truth
// is 0 or 1, as in SQLite.
func arguments(args []any) []any {
	values := make([]any, len(args))
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			value = arg // The driver reports what is wrong.
		}
		switch v := value.(type) {
		case bool:
			value = truth(v)
		case string:
			value = storable(v)
		}
		values[i] = value
	}
	return values
}

// storable replaces what PostgreSQL refuses in a text: bytes that are not UTF-8, and
// zero.
func storable(text string) string {
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "\ufffd")
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// truth is 0 or 1.
func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
