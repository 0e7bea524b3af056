package tournaments

import "plateau/internal/budget"

// Pairing is the gate through which large tournaments are paired.
func (s *Service) Pairing() *budget.Gate { return s.pairing }
