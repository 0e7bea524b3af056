// Package api has the JSON of the HTTP API: the bodies of requests and answers, and the
// data of events. The server, its clients in Go and, by the OpenAPI document that is made
// from these types and their tags, the pages have one description in common.
//
// What is said as it is stored has its type in packages play and tournament, such as the
// terms of a table and the settings of a tournament: that type and its tags are part of
// the API, and there is no other. What the server judges, values of positions and of
// games, has the types of package bridge.
//
// Keys are in snake case. Times are milliseconds since 1970, time spans milliseconds with
// the ending _ms; seats and chairs are counted from 0, and all of a tournament from 1.
package api
