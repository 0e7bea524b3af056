import { groups, start } from 'virtual:manual';
import { href } from '../../kernel/router.svelte';

/** The address of a page of the manual, or of one of its headings. */
export function manualLink(page: string, heading = ''): string {
	const path = page === start ? '/manual' : `/manual/${page}`;
	return href(path, heading === '' ? {} : { at: heading });
}

const order = [start, ...groups.flatMap(({ pages }) => pages.map(({ id }) => id))];

/** The page before a page and the one after it, in the order of the contents; null at the ends. */
export function neighbours(page: string): { before: string | null; after: string | null } {
	const place = order.indexOf(page);
	return { before: order[place - 1] ?? null, after: place < 0 ? null : (order[place + 1] ?? null) };
}

/** The title of a page in the contents. */
export function titleOf(page: string): string | null {
	return groups.flatMap(({ pages }) => pages).find(({ id }) => id === page)?.title ?? null;
}
