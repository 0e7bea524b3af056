// Where the user is: the part of the address behind #, since that works on any
// web host and without one. "#/lesson/quixo/2?from=home" is the path
// ["lesson", "quixo", "2"] and the query from=home.

interface Place {
	path: string[];
	query: URLSearchParams;
}

function read(hash: string): Place {
	const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2);
	return {
		path: path.split('/').filter(Boolean).map(decode),
		query: new URLSearchParams(query),
	};
}

/** Damaged escapes are shown as they are; the page will say what it could not read. */
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

/** The place shown now; reactive. */
export const route = {
	get path(): string[] {
		return path;
	},
	get query(): URLSearchParams {
		return query;
	},
};

/** The path decides which page is there, so it only changes with one: a new query leaves the page and its focus alone. */
function follow(): void {
	if (location.hash === hash) return;
	hash = location.hash;
	const place = read(hash);
	if (place.path.join('/') !== path.join('/')) path = place.path;
	query = place.query;
}
addEventListener('popstate', follow);
addEventListener('hashchange', follow);

/** The address of a page for links; `path` is "/learn/quixo". */
export function href(path: string, query: Record<string, string> = {}): string {
	const search = new URLSearchParams(query).toString();
	return `#${path}${search === '' ? '' : `?${search}`}`;
}

/** Goes to a page; with `replace` the back button will not return to this one. */
export function go(
	path: string,
	query: Record<string, string> = {},
	options: { replace?: boolean } = {},
): void {
	const url = href(path, query);
	if (options.replace) history.replaceState(null, '', url);
	else history.pushState(null, '', url);
	follow();
}
