// Package wasm runs the rules and the engine in a browser: package bridge in a
// Web Worker. Its host, the script that starts it, puts four functions into
// the global object plateauHost:
//
//	ready(request, stop)      called once, with what the host may call:
//	                          request(id, text) asks for an answer and returns
//	                          whether the queue had room for it,
//	                          stop(id) stops a request
//	answer(id, text, last)    an answer, or an interim result before the last
//	data(name)                a promise of bytes that are not part of the module
//	read(game, spans)         a promise of parts of a game's packed tablebase,
//	                          one after the other; spans are the place and the
//	                          size of each
//
// web/src/engine/host.ts is the host.
package wasm
