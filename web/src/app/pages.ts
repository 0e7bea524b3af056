import type { Component } from 'svelte';

/** A page of the app; `board` pages give the board all the room. */
export interface Page {
	load: () => Promise<Component>;
	board: boolean;
}

type Module = { default: Component };

const page = (load: () => Promise<Module>): Page => ({
	load: async () => (await load()).default,
	board: false,
});
const boardPage = (load: () => Promise<Module>): Page => ({ ...page(load), board: true });

const home = page(() => import('./Home.svelte'));
const analysis = page(() => import('../analysis/AnalysisHome.svelte'));
const learn = page(() => import('../learn/Learn.svelte'));
const puzzles = page(() => import('../puzzles/Puzzles.svelte'));
const onlineHome = page(() => import('../online/OnlineHome.svelte'));
const notFound = page(() => import('./NotFound.svelte'));

/** The pages by the first part of their path, then by the number of further parts. */
const pages: Record<string, Page[]> = {
	'': [home],
	new: [home, page(() => import('../play/NewGame.svelte'))],
	play: [boardPage(() => import('../play/Play.svelte'))],
	analyse: [analysis, boardPage(() => import('../analysis/Analyse.svelte'))],
	edit: [analysis, boardPage(() => import('../analysis/Editor.svelte'))],
	learn: [learn, page(() => import('../learn/Rulebook.svelte'))],
	lesson: [learn, learn, boardPage(() => import('../learn/Lesson.svelte'))],
	puzzles: [puzzles, puzzles],
	puzzle: [puzzles, puzzles, boardPage(() => import('../puzzles/Puzzle.svelte'))],
	online: [onlineHome],
	table: [onlineHome, boardPage(() => import('../online/table/TablePage.svelte'))],
	account: [page(() => import('../online/Account.svelte'))],
	history: [page(() => import('../online/History.svelte'))],
	player: [onlineHome, page(() => import('../online/PlayerPage.svelte'))],
	ratings: [onlineHome, page(() => import('../online/Leaderboard.svelte'))],
	about: [page(() => import('./About.svelte'))],
	settings: [page(() => import('./Settings.svelte'))],
};

/** The page of a path, or the not-found page. */
export function pageOf(path: string[]): Page {
	const [first = '', ...rest] = path;
	return (Object.hasOwn(pages, first) ? pages[first]?.[rest.length] : undefined) ?? notFound;
}
