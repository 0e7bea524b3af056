// Package web carries the browser app in the program. The app is built by
// "make web", which needs Node; a program built without the tag pages has all
// of Plateau but the app.
package web
