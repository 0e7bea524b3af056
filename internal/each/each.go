// Package each makes lists of lists.
package each

// Of is what becomes of each of a list; nil if there is none.
func Of[T, R any](list []T, becomes func(one T) R) []R {
	var all []R
	for _, one := range list {
		all = append(all, becomes(one))
	}
	return all
}
