package httpapi

import "plateau/internal/httpapi/visit"

// askingRate is what one address may ask for: more than anybody does who steps
// through a game as fast as the keys repeat.
var askingRate = visit.Rate{PerSecond: 40, AtOnce: 200}
