package bridge

// Alike is the legal moves of a position in groups: those of a group lead to
// positions that are the same up to symmetry, so that one of them stands for all.
// Groups and their moves are in the order of the legal moves.
func (b *Bridge) Alike(r PositionRequest) ([][]string, error) {
	p, err := b.find(r.Game, r.Text)
	if err != nil {
		return nil, err
	}
	groups := [][]string{}
	places := map[string]int{}
	for _, m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		key := next.Canonical().String()
		place, known := places[key]
		if !known {
			place = len(groups)
			places[key] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], p.MoveText(m))
	}
	return groups, nil
}
