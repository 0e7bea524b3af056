package accounts

// Argon2id is what passwords are hashed by.
var Argon2id = argon2id

// Waiting is how many wait for a hash to be computed.
func (s *Service) Waiting() int { return s.gate.Waiting() }

// Slots is how many hashes are computed at once.
func (s *Service) Slots() int { return s.gate.Slots() }

// MaxWaiting and MaxCeremonies are bounds.
const (
	MaxWaiting    = maxWaiting
	MaxFrom       = maxFrom
	MaxCeremonies = maxCeremonies
)

// Ceremonies is how many are under way.
func (s *Service) Ceremonies() int { return len(s.ceremonies.all) }
