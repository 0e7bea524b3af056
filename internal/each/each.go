// Package each makes lists of lists.
package each

// Of is what make makes of each of a list; nil if there is none.
func Of[T, R any](list []T, make func(one T) R) []R {
	var made []R
	for _, one := range list {
		made = append(made, make(one))
	}
	return made
}
