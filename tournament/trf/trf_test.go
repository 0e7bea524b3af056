package trf_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"plateau/tournament/trf"
)

const report = `012 Club evening
042 2026/11/20
062 4
132                                                                                        26/11/20  26/11/27
XXR 3
XXC black1
XXP 1 3
XXP 2 3 4
001    1 m GM Ann                               1850 FRA     1234567 2001/02/03  1.5    1     2 w 1     3 b =
001    2      Ben Œuvre                         1700                             0.0    4     1 b 0  0000 - Z
001    3  f   Cleo                                                               1.0    2     4 b +     1 w = ` + `
001    4      Dan                                900                             1.0    2     3 w -  0000 - U
`

func read(t *testing.T, text string) *trf.File {
	t.Helper()
	f, err := trf.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestReadAndWrite(t *testing.T) {
	f := read(t, report)
	if f.Name != "Club evening" || f.Rounds != 3 || len(f.Players) != 4 {
		t.Fatalf("%+v", f)
	}
	ben := f.Players[1]
	if want := (trf.Player{Number: 2, Name: "Ben Œuvre", Rating: 1700, Rank: 4, Games: []trf.Game{{1, trf.Black, trf.Loss}, {0, trf.NoSide, trf.ZeroBye}}}); !reflect.DeepEqual(ben, want) {
		t.Errorf("%+v", ben)
	}
	if f.Players[0].HalfPoints != 3 || f.Players[0].Title != "GM" && f.Players[0].Title != " GM" {
		t.Errorf("%+v", f.Players[0])
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	if again := read(t, out.String()); !reflect.DeepEqual(again, f) {
		t.Errorf("read back:\n%+v\n%+v\n%s", again, f, out.String())
	}
}

// Lines end with CR, as the standard says, with LF, or with both.
func TestLineEnds(t *testing.T) {
	want := read(t, report)
	for _, end := range []string{"\r", "\r\n"} {
		if f := read(t, strings.ReplaceAll(report, "\n", end)); !reflect.DeepEqual(f, want) {
			t.Errorf("with %q: %+v", end, f)
		}
		_, err := trf.Read(strings.NewReader("012 a" + end + end + "001 x" + end))
		var located *trf.Error
		if !errors.As(err, &located) || located.Line != 3 {
			t.Errorf("with %q: %v", end, err)
		}
	}
	// However the text arrives, CRLF is one end.
	if f, err := trf.Read(iotest.OneByteReader(strings.NewReader(strings.ReplaceAll(report, "\n", "\r\n")))); err != nil || !reflect.DeepEqual(f, want) {
		t.Errorf("byte by byte: %+v, %v", f, err)
	}
}

func TestErrors(t *testing.T) {
	line := func(games string) string {
		return "001    1      Ann                               1850                             1.0    1  " + games + "\n" +
			"001    2      Ben                               1700                             0.0    2  0001 b 0\n"
	}
	for text, want := range map[string]string{
		"001 x":                             `line 1: columns 5 to 8: "x" is not a start number`,
		"001":                               "line 1: columns 5 to 8: the start number is missing",
		"001    1":                          "line 1: columns 15 to 47: the name is missing",
		"XXP 1 x":                           `line 1: "x" is not a start number`,
		"XXP 1 2":                           "XXP: there is no player 1",
		"XXP" + strings.Repeat(" 1", 200):   "line 1: there are more than 1000 forbidden pairs",
		"XXR many":                          `line 1: "many" is not a number of rounds up to 100`,
		"012 a\xff":                         "line 1: the text is not UTF-8; save the file in that encoding",
		line("0002 x 1"):                    `line 1: column 97: the side is w, b or -, not "x"`,
		line("0002 w ?"):                    `line 1: column 99: the result is one of 1 = 0 + - W D L H F U Z, not "?"`,
		line("00-2 w 1"):                    `line 1: columns 92 to 95: "00-2" is not the number of an opponent`,
		line("0003 w 1"):                    "round 1 of player 1: there is no opponent 3",
		line("0002 b 1"):                    "round 1 of player 1: players 1 and 2 have the same side",
		line("0002 w ="):                    "round 1 of player 1: the results = and 0 of players 1 and 2 contradict each other",
		line("0000 - 1"):                    "round 1 of player 1: the result 1 needs an opponent",
		line("0000 - U"):                    "round 1 of player 2: player 1 has another opponent",
		line("0002 w 1") + line("0002 w 1"): "two players have the start number 1",
		"001    1      Ann                               1850                             1.3": `line 1: columns 81 to 84: "1.3" is not a number of points`,
	} {
		_, err := trf.Read(strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
	var located *trf.Error
	if _, err := trf.Read(strings.NewReader("012 a\n001 x")); !errors.As(err, &located) || located.Line != 2 {
		t.Errorf("%v", err)
	}
}

// Nothing is accepted that cannot be written back.
func FuzzRead(f *testing.F) {
	f.Add(report)
	f.Add("001    1      Ann                               1850                             1.0    1  0000 - U")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := trf.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := file.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := trf.Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if len(again.Players) != len(file.Players) {
			t.Errorf("%d players became %d", len(file.Players), len(again.Players))
		}
	})
}
