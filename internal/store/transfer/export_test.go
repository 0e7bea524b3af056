package transfer

// Tables are the names of all tables.
func Tables() []string {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}
