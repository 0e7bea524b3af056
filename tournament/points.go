package tournament

import (
	"fmt"
	"strconv"
)

// Points are in half points, so that sums are exact. In an arena they are the
// arena's own points, and whole.
type Points int

// Usual values.
const (
	NoPoints  Points = 0
	HalfPoint Points = 1
	OnePoint  Points = 2
)

// String writes points as organisers do: 0, ½, 1, 1½.
func (p Points) String() string {
	switch {
	case p == HalfPoint:
		return "½"
	case p%2 != 0:
		return strconv.Itoa(int(p/2)) + "½"
	}
	return strconv.Itoa(int(p / 2))
}

// Decimal writes points with one decimal, as files for other programs have them.
func (p Points) Decimal() string { return fmt.Sprintf("%d.%d", p/2, p%2*5) }

// MarshalJSON writes a number such as 1.5.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.Decimal()), nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (p *Points) UnmarshalJSON(text []byte) error {
	number, err := strconv.ParseFloat(string(text), 64)
	if err != nil || number < 0 || number > 1e6 || number*2 != float64(int(number*2)) {
		return fmt.Errorf("%s is not a number of half points", text)
	}
	*p = Points(number * 2)
	return nil
}

// Number is points as a number.
func (p Points) Number() float64 { return float64(p) / 2 }
