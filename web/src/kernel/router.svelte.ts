// A hash router, since hashes work on any web host and without one.
// "#/lesson/quixo/2?from=home" is the path ["lesson", "quixo", "2"] with the query
// from=home.
//
// The route is what pages follow. The browser's address is written behind it, because
// browsers take only so many changes: Safari throws after 100 in 30 seconds, and Chromium
// ignores more than 200 in 10. A held arrow key reaches that.

interface Route {
	path: string[];
	query: URLSearchParams;
}

function read(hash: string): Route {
	const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2);
	return {
		path: path.split('/').filter(Boolean).map(decode),
		query: new URLSearchParams(query),
	};
}

/** Malformed escapes are kept as they are; the page will report what it cannot read. */
function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** The address of the route; that of the browser may be a moment behind. */
let hash = location.hash;
/** That of the browser. */
let written = hash;
const first = read(hash);
let path = $state.raw(first.path);
let query = $state.raw(first.query);

/** The current route; reactive. */
export const route = {
	get path(): string[] {
		return path;
	},
	get query(): URLSearchParams {
		return query;
	},
	/** As in an address, "#/learn/quixo"; not reactive. */
	get hash(): string {
		return hash;
	},
};

/** A new query alone does not change `path`, so it leaves the page and its focus alone. */
function show(next: string): void {
	if (next === hash) return;
	hash = next;
	const found = read(hash);
	if (found.path.join('/') !== path.join('/')) path = found.path;
	query = found.query;
}

/** Somebody went back, followed a link or typed an address: what was not written yet belongs to the one before. */
function follow(): void {
	if (location.hash === written) return;
	written = location.hash;
	clearTimeout(waiting);
	waiting = undefined;
	show(written);
}
addEventListener('popstate', follow);
addEventListener('hashchange', follow);

/** The least time between two changes of the browser's address, in milliseconds. */
const pace = 400;
/** Set for that time after each of them. */
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Writes the address, now and as long as it changes. */
function write(): void {
	clearTimeout(waiting);
	waiting = undefined;
	if (written === hash) return;
	change('replaceState');
	waiting = setTimeout(write, pace);
}
addEventListener('pagehide', write);

function change(how: 'pushState' | 'replaceState'): void {
	try {
		history[how](null, '', hash);
	} catch {
		// Too many changes. It is written later.
	}
	written = location.hash;
}

/** The href of a page; `path` is "/learn/quixo". */
export function href(path: string, query: Record<string, string> = {}): string {
	const search = new URLSearchParams(query).toString();
	return `#${path}${search === '' ? '' : `?${search}`}`;
}

/** Navigates to a page; `replace` adds no history entry. */
export function go(
	path: string,
	query: Record<string, string> = {},
	options: { replace?: boolean } = {},
): void {
	const next = new URL(href(path, query), location.href).hash;
	if (options.replace) {
		show(next);
		if (waiting === undefined) write();
		return;
	}
	write();
	show(next);
	change('pushState');
	waiting ??= setTimeout(write, pace);
}
