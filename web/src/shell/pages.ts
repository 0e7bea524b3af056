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

const home = page(() => import('../pages/home/Home.svelte'));
const play = boardPage(() => import('../pages/play/Play.svelte'));
const analysis = page(() => import('../pages/analysis/AnalysisHome.svelte'));
const learn = page(() => import('../pages/learn/Learn.svelte'));
const puzzles = page(() => import('../pages/puzzles/Puzzles.svelte'));
const onlineHome = page(() => import('../pages/online/OnlineHome.svelte'));
const enter = page(() => import('../pages/online/Enter.svelte'));
const account = page(() => import('../pages/online/Account.svelte'));
const notFound = page(() => import('../pages/NotFound.svelte'));

/** The pages by the first part of their path, then by the number of further parts. */
const pages: Record<string, Page[]> = {
	'': [home],
	new: [home, page(() => import('../pages/play/NewGame.svelte'))],
	play: [play, play],
	analyse: [analysis, boardPage(() => import('../pages/analysis/Analyse.svelte'))],
	edit: [analysis, boardPage(() => import('../pages/analysis/Editor.svelte'))],
	learn: [learn, page(() => import('../pages/learn/Rulebook.svelte'))],
	strategy: [learn, page(() => import('../pages/learn/Strategy.svelte'))],
	guided: [learn, boardPage(() => import('../pages/learn/Guided.svelte'))],
	lesson: [learn, learn, boardPage(() => import('../pages/learn/Lesson.svelte'))],
	puzzles: [puzzles, puzzles],
	puzzle: [puzzles, puzzles, boardPage(() => import('../pages/puzzles/Puzzle.svelte'))],
	online: [onlineHome],
	table: [onlineHome, boardPage(() => import('../pages/online/table/TablePage.svelte'))],
	enter: [enter, enter],
	invited: [onlineHome, page(() => import('../pages/online/groups/Invited.svelte'))],
	groups: [
		page(() => import('../pages/online/groups/Groups.svelte')),
		page(() => import('../pages/online/groups/GroupPage.svelte')),
		page(() => import('../pages/online/groups/Cards.svelte')),
	],
	admin: [page(() => import('../pages/online/admin/Admin.svelte'))],
	account: [account],
	friends: [page(() => import('../pages/online/FriendsPage.svelte'))],
	history: [page(() => import('../pages/online/History.svelte'))],
	player: [onlineHome, page(() => import('../pages/online/PlayerPage.svelte'))],
	ratings: [onlineHome, page(() => import('../pages/online/Leaderboard.svelte'))],
	about: [page(() => import('../pages/About.svelte'))],
	settings: [page(() => import('../pages/Settings.svelte'))],
	device: [page(() => import('../pages/device/Device.svelte'))],
	results: [page(() => import('../pages/play/Results.svelte'))],
};

/** The pages that a server for members shows to everybody. */
const forEverybody = ['enter', 'invited', 'account', 'about', 'settings'];

/** The page that somebody sees who has not signed in to a server for members. */
export function pageForStrangers(path: string[]): Page {
	return forEverybody.includes(path[0] ?? '') ? pageOf(path) : account;
}

/** The page of a path, or the not-found page. */
export function pageOf(path: string[]): Page {
	const [first = '', ...rest] = path;
	return (Object.hasOwn(pages, first) ? pages[first]?.[rest.length] : undefined) ?? notFound;
}
