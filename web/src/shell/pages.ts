import type { Component } from 'svelte';
import { type Bundle, withWords } from '../kernel/words/i18n.svelte';

/** A page of the app; `board` pages give the board all the room. */
export interface Page {
	load: () => Promise<Component>;
	board: boolean;
}

type Module = { default: Component };

/** A page and the messages that it needs besides those of the start page; a test finds what is missing. */
const page = (load: () => Promise<Module>, ...words: Bundle[]): Page => ({
	load: async () => (await withWords(words, load())).default,
	board: false,
});
const boardPage = (load: () => Promise<Module>, ...words: Bundle[]): Page => ({
	...page(load, 'match', ...words),
	board: true,
});
const onlinePage = (load: () => Promise<Module>, ...words: Bundle[]): Page =>
	page(load, 'match', 'online', ...words);

const home = page(() => import('../pages/home/Home.svelte'));
const play = boardPage(() => import('../pages/play/Play.svelte'));
const analysis = page(() => import('../pages/analysis/AnalysisHome.svelte'), 'match');
const learn = page(() => import('../pages/learn/Learn.svelte'));
const puzzles = page(() => import('../pages/puzzles/Puzzles.svelte'));
const onlineHome = onlinePage(() => import('../pages/online/OnlineHome.svelte'));
const tournaments = onlinePage(() => import('../pages/online/tournaments/Tournaments.svelte'), 'tournaments');
const tournament = onlinePage(
	() => import('../pages/online/tournaments/TournamentPage.svelte'),
	'groups',
	'tournaments',
);
const enter = onlinePage(() => import('../pages/online/Enter.svelte'), 'groups');
const account = onlinePage(() => import('../pages/online/Account.svelte'), 'groups');
const notice = onlinePage(() => import('../pages/online/privacy/NoticePage.svelte'));
const explore = page(() => import('../pages/explore/Explore.svelte'), 'explore');
const manual = page(() => import('../pages/manual/Manual.svelte'), 'manual');
const notFound = page(() => import('../pages/NotFound.svelte'));

/** The pages by the first part of their path, then by the number of further parts. */
const pages: Record<string, Page[]> = {
	'': [home],
	new: [home, page(() => import('../pages/play/NewGame.svelte'), 'match')],
	play: [play, play],
	analyse: [analysis, boardPage(() => import('../pages/analysis/Analyse.svelte'))],
	edit: [analysis, boardPage(() => import('../pages/analysis/Editor.svelte'))],
	learn: [learn, page(() => import('../pages/learn/Rulebook.svelte'), 'match')],
	strategy: [learn, page(() => import('../pages/learn/Strategy.svelte'), 'match')],
	guided: [learn, boardPage(() => import('../pages/learn/Guided.svelte'))],
	lesson: [learn, learn, boardPage(() => import('../pages/learn/Lesson.svelte'))],
	puzzles: [puzzles, puzzles],
	puzzle: [puzzles, puzzles, boardPage(() => import('../pages/puzzles/Puzzle.svelte'))],
	online: [onlineHome],
	table: [onlineHome, boardPage(() => import('../pages/online/table/TablePage.svelte'), 'online')],
	enter: [enter, enter],
	invited: [onlineHome, onlinePage(() => import('../pages/online/groups/Invited.svelte'), 'groups')],
	groups: [
		onlinePage(() => import('../pages/online/groups/Groups.svelte'), 'groups'),
		onlinePage(() => import('../pages/online/groups/GroupPage.svelte'), 'groups', 'tournaments'),
		onlinePage(() => import('../pages/online/groups/Cards.svelte'), 'groups'),
	],
	tournaments: [
		tournaments,
		onlinePage(() => import('../pages/online/tournaments/NewTournament.svelte'), 'tournaments'),
	],
	tournament: [
		tournaments,
		tournament,
		onlinePage(() => import('../pages/online/tournaments/Special.svelte'), 'tournaments'),
		// With the code of a link to join or of a result slip.
		tournament,
	],
	admin: [onlinePage(() => import('../pages/online/admin/Admin.svelte'), 'groups')],
	account: [account],
	bots: [onlinePage(() => import('../pages/online/BotsPage.svelte'))],
	friends: [onlinePage(() => import('../pages/online/FriendsPage.svelte'))],
	history: [onlinePage(() => import('../pages/online/History.svelte'))],
	player: [onlineHome, onlinePage(() => import('../pages/online/PlayerPage.svelte'))],
	ratings: [onlineHome, onlinePage(() => import('../pages/online/Leaderboard.svelte'))],
	explore: [explore, page(() => import('../pages/explore/GameMap.svelte'), 'match', 'explore')],
	openings: [explore, boardPage(() => import('../pages/explore/Openings.svelte'), 'explore')],
	trainer: [explore, boardPage(() => import('../pages/explore/Trainer.svelte'), 'explore')],
	manual: [manual, manual],
	about: [page(() => import('../pages/About.svelte'))],
	privacy: [onlinePage(() => import('../pages/online/privacy/Privacy.svelte'), 'privacy')],
	imprint: [notice],
	terms: [notice],
	contact: [notice],
	settings: [page(() => import('../pages/Settings.svelte'), 'match')],
	device: [page(() => import('../pages/device/Device.svelte'))],
	results: [page(() => import('../pages/play/Results.svelte'), 'match')],
};

/** The pages that a server for members shows to everybody. */
const forEverybody = [
	'enter',
	'invited',
	'account',
	'about',
	'manual',
	'privacy',
	'imprint',
	'terms',
	'contact',
	'settings',
];

/** The page that somebody sees who has not signed in to a server for members. */
export function pageForStrangers(path: string[]): Page {
	return forEverybody.includes(path[0] ?? '') ? pageOf(path) : account;
}

/** The page of a path, or the not-found page. */
export function pageOf(path: string[]): Page {
	const [first = '', ...rest] = path;
	return (Object.hasOwn(pages, first) ? pages[first]?.[rest.length] : undefined) ?? notFound;
}
