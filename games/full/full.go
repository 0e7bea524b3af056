// Package full lists the games of Plateau with everything: the data that makes
// them exact, the solvers, and the looks in a terminal and in pictures.
package full

import (
	"fmt"

	"plateau/catalogue"
	"plateau/catalogue/look"
	"plateau/exact"
	"plateau/exact/data"
	pivotfigures "plateau/exact/pivot/figures"
	pivot "plateau/exact/pivot/solver"
	quantikfigures "plateau/exact/quantik/figures"
	quantik "plateau/exact/quantik/solver"
	quixofigures "plateau/exact/quixo/figures"
	quixo "plateau/exact/quixo/solver"
	"plateau/games"
)

// All is every game, in the order in which they are shown.
func All() catalogue.List {
	return catalogue.List{
		with(games.Quantik(), &quantikLook, &quantikPicture, quantik.Method(), quantikfigures.Extracts()...),
		with(games.Pivot(), &pivotLook, &pivotPicture, pivot.Method(), pivotfigures.Extracts()...),
		with(games.Quixo(5), &quixoLook, &quixoPicture, quixo.Method(), quixofigures.Extracts()...),
		with(games.QuixoForFour(), &quixoForFourLook, &quixoForFourPicture, nil),
		with(games.Quixo(4), &quixoLook, &quixoPicture, quixo.SmallMethod(4)),
		with(games.Quixo(3), &quixoLook, &quixoPicture, quixo.SmallMethod(3)),
		with(games.QuixoAnnounced(), &quixoLook, &quixoPicture, nil),
		with(games.QuixoForFourAnnounced(), &quixoForFourLook, &quixoForFourPicture, nil),
	}
}

// with adds what only the program has; figures are the data sets of the documents
// about a game.
func with(e catalogue.Entry, terminal *look.Terminal, picture *look.Picture, method *exact.Method, figures ...exact.Extract) catalogue.Entry {
	e.Look, e.Picture, e.Method = terminal, picture, method
	if len(figures) > 0 {
		e.Method.Extracts = append(e.Method.Extracts, figures...)
	}
	return e
}

// Data returns the embedded data sets.
func Data(name string) ([]byte, error) {
	set, ok := map[string][]byte{
		games.PivotLosses:   data.PivotLosses,
		games.QuixoOpening:  data.QuixoOpening,
		games.QuixoEstimate: data.QuixoEstimate,
	}[name]
	if !ok {
		return nil, fmt.Errorf("there is no data set %q", name)
	}
	return set, nil
}
