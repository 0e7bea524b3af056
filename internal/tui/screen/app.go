// Package screen is the terminal app: menus, boards, lessons and online tables on a
// whole screen. An app is a model of Bubble Tea with all that it needs in its
// [Config]: it has no state of the process, so that a server can run one for each
// of its visitors.
package screen

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/tui/local"
	"plateau/internal/tui/screen/tiles"
	"plateau/internal/tui/text"
)

// Config is what an app needs.
type Config struct {
	Games catalogue.List
	// Language is the code of the language, and Texts are the words of any.
	Language string
	Texts    func(code string) text.Texts
	// ASCII draws with ASCII characters only.
	ASCII bool
	// Light is set if the background is light, as far as is known before the
	// terminal is asked. Some do not answer.
	Light bool
	// NewStore opens the saved games, for one game at a time.
	NewStore func() *local.Store
	// ReadRecord reads the first game of a file, and WriteRecord writes one to a new
	// file; both are nil where the reader has no files here.
	ReadRecord  func(path string) (local.Saved, error)
	WriteRecord func(path string, rec *game.Record) error
	// NewGame seats the players of a new game.
	NewGame func(choice local.Choice) (local.Saved, error)
	// NewEngine makes an engine, which one session uses; nil where there are neither
	// analysis nor lessons.
	NewEngine func(g game.Game) (engine.Engine, error)
	// Exact reports whether the values of a game are known.
	Exact func(g game.Game) bool
	// Solved are the puzzles that were solved.
	Solved func() (*local.Solved, error)
	// Time is how long the engine may think about a hint, and about a move where
	// the values of the game are not known.
	Time time.Duration
	// LastServer is where somebody last played online, and KeepServer remembers it.
	LastServer func() local.LastServer
	KeepServer func(last local.LastServer) error
	// Client and Player are set for somebody who is signed in already; otherwise
	// the app asks.
	Client *client.Client
	Player api.Player
	// Visit is set for somebody who came to a server: their app is the server's
	// tables, and nothing of it is stored elsewhere.
	Visit *Visit
	// Watch tells the time; nil is the system's.
	Watch local.Watch
}

// Model is a running app.
type Model struct {
	*env

	screens []screen
}

// env is what the screens of an app share.
type env struct {
	Config

	texts text.Texts
	// tables are the words about tables.
	tables        text.Tables
	theme         tiles.Theme
	colours       colorprofile.Profile
	dark          bool
	width, height int
	engines       engines
	// hits are what can be clicked in the latest drawing.
	hits []hit
	// layout is that of the latest board.
	layout layout
	// changes are the screens to open and close.
	changes []change
	// vi is set once somebody has moved with j, k or l: then h moves as well.
	vi bool
}

// screen is one screen of the app.
type screen interface {
	// start is called when the screen is opened, and again when one above it
	// was closed.
	start() tea.Cmd
	// update handles a message. Keys and clicks reach the uppermost screen only,
	// everything else all of them.
	update(msg tea.Msg) tea.Cmd
	// view draws the screen, as at most so many lines as it has.
	view() []string
	// leave is called when the screen is closed.
	leave()
}

// New is an app that shows its menu.
func New(config Config) *Model {
	if config.Watch == nil {
		config.Watch = local.SystemWatch{}
	}
	e := &env{Config: config, dark: !config.Light, width: 80, height: 24}
	e.speak(config.Language)
	e.paint()
	m := &Model{env: e}
	if config.Visit != nil {
		m.screens = e.visitScreens()
	} else {
		m.screens = []screen{newHome(e)}
	}
	return m
}

// change is one of the screens that are open: another is opened above it or in its
// place, or it is closed.
type change struct {
	// closes is whether the uppermost screen is closed first.
	closes bool
	// opens is the screen to open, or nil.
	opens screen
}

// open opens a screen. It is done at once, before the next key is read.
func (e *env) open(s screen) tea.Cmd {
	e.changes = append(e.changes, change{opens: s})
	return nil
}

// replace closes the uppermost screen and opens another.
func (e *env) replace(s screen) tea.Cmd {
	e.changes = append(e.changes, change{closes: true, opens: s})
	return nil
}

// back closes the uppermost screen; after the first, the program ends.
func (e *env) back() tea.Cmd {
	e.changes = append(e.changes, change{closes: true})
	return nil
}

// Init implements [tea.Model].
func (m *Model) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, m.top().start()) }

func (m *Model) top() screen { return m.screens[len(m.screens)-1] }

// Update implements [tea.Model].
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.paint()
	case tea.ColorProfileMsg:
		m.colours = msg.Profile
		m.paint()
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			return m, m.quit()
		}
		return m, m.settle(m.top().update(msg))
	case tea.MouseMsg, tea.PasteMsg:
		if click, ok := msg.(tea.MouseClickMsg); ok {
			if do := m.hitAt(click.X, click.Y); do != nil {
				return m, m.settle(do())
			}
		}
		return m, m.settle(m.top().update(msg))
	case reply:
		if msg.to == nil || slices.Contains(m.screens, msg.to) {
			return m, m.settle(msg.take())
		}
	default:
		return m, m.settle(m.tellAll(msg))
	}
	return m, nil
}

// settle opens and closes the screens that were asked for.
func (m *Model) settle(cmd tea.Cmd) tea.Cmd {
	all := []tea.Cmd{cmd}
	for len(m.changes) > 0 {
		next := m.changes[0]
		m.changes = m.changes[1:]
		if next.closes {
			m.top().leave()
			m.screens = m.screens[:len(m.screens)-1]
		}
		if next.opens != nil {
			m.screens = append(m.screens, next.opens)
		}
		if len(m.screens) == 0 {
			m.screens = []screen{newNotice(m.env, "")} // It is not seen any more.
			return tea.Quit
		}
		all = append(all, m.top().start())
	}
	return tea.Batch(all...)
}

// reply is what became of something that takes time: of a question to a server or to an
// engine, or of waiting.
type reply struct {
	// to is the screen that has to be open still; nil if take knows whether it matters.
	to screen
	// take does what follows.
	take func() tea.Cmd
}

// tellAll gives a message to all screens: each knows its own.
func (m *Model) tellAll(msg tea.Msg) tea.Cmd {
	return tea.Batch(text.Each(m.screens, func(s screen) tea.Cmd { return s.update(msg) })...)
}

// quit leaves all screens, so that games are saved, and ends the program.
func (m *Model) quit() tea.Cmd {
	m.Leave()
	return tea.Quit
}

// Leave leaves all screens, so that nothing goes on behind an app that has ended.
func (m *Model) Leave() {
	for _, s := range m.screens {
		s.leave()
	}
}

// View implements [tea.Model].
func (m *Model) View() tea.View {
	m.hits = nil
	lines := m.top().view()
	if m.width < leastWidth || m.height < leastHeight {
		lines = wrap(m.text("terminal.app.small"), m.width)
	}
	view := tea.NewView(strings.Join(m.fitLines(lines), "\n"))
	view.AltScreen = true
	view.MouseMode = tea.MouseModeCellMotion
	view.WindowTitle = "Plateau"
	return view
}

// The smallest window in which everything has room.
const (
	leastWidth  = 40
	leastHeight = 20
)

// paint chooses the colours.
func (e *env) paint() { e.theme = tiles.NewTheme(e.colours, e.dark) }

// speak chooses the language.
func (e *env) speak(code string) {
	e.Language, e.texts = code, e.Texts(code)
	e.tables = text.Tables{Texts: e.texts, Games: e.Games.Games()}
}

// text is a message in the reader's language.
func (e *env) text(key string, params ...any) string { return e.texts.Text(key, params...) }

// style is how package board draws here.
func (e *env) style() text.Style {
	return text.Style{ASCII: e.ASCII, Looks: e.Games.Looks(), Words: e.texts}
}

// wait replies to a screen after some time.
func (e *env) wait(d time.Duration, to screen, take func() tea.Cmd) tea.Cmd {
	return func() tea.Msg {
		passed, _ := e.Watch.After(d)
		<-passed
		return reply{to, take}
	}
}
