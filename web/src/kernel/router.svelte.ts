// A hash router, since hashes work on any web host and without one.
// "#/lesson/quixo/2?from=home" is the path ["lesson", "quixo", "2"] with the query
// from=home.

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

let hash = location.hash;
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
};

/** A new query alone does not change `path`, so it leaves the page and its focus alone. */
function update(): void {
	if (location.hash === hash) return;
	hash = location.hash;
	const next = read(hash);
	if (next.path.join('/') !== path.join('/')) path = next.path;
	query = next.query;
}
addEventListener('popstate', update);
addEventListener('hashchange', update);

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
	const url = href(path, query);
	if (options.replace) history.replaceState(null, '', url);
	else history.pushState(null, '', url);
	update();
}
