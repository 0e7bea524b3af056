// From the form for a tournament to its settings.

import type { EntrantBody, TieBreak, TournamentSettings } from '../../../net/types';
import { defaultTime, type TimeChoice, timeTerms } from '../tableSetup';
import { type Form, tieBreaks } from './format';

/** Everything that an organiser chooses. */
export interface TournamentSetup {
	name: string;
	game: string;
	form: Form;
	place: 'boards' | 'online' | 'mixed';
	rounds: number;
	double: boolean;
	thirdPlace: boolean;
	minutes: number;
	streaks: boolean;
	/** "usual" leaves it to the server, which knows the games that one side wins. */
	begins: 'usual' | 'alternating' | 'drawn' | 'both';
	time: TimeChoice;
	rated: boolean;
	/** As a field for date and time has it, in the zone of the device; '' is by hand. */
	start: string;
	advance: 'hand' | 'done' | 'schedule' | 'days';
	/** Minutes from round to round. */
	every: number;
	daysPerRound: number;
	entry: 'organiser' | 'link' | 'members' | 'anybody';
	lateUntil: number;
	halfByes: number;
	/** Separated by commas. */
	categories: string;
	/** Empty is the usual order of the form. */
	tieBreaks: TieBreak[];
	/** Minutes; 0 is what the server has for it. */
	grace: number;
	reports: 'organiser' | 'players' | 'confirmed';
	listed: boolean;
	bots: boolean;
}

/** A club evening: a few Swiss rounds at real boards, by hand. */
export function defaultSetup(game: string): TournamentSetup {
	return {
		name: '',
		game,
		form: 'swiss',
		place: 'boards',
		rounds: 5,
		double: false,
		thirdPlace: true,
		minutes: 60,
		streaks: true,
		begins: 'usual',
		time: { ...defaultTime },
		rated: false,
		start: '',
		advance: 'hand',
		every: 20,
		daysPerRound: 7,
		entry: 'organiser',
		lateUntil: 2,
		halfByes: 1,
		categories: '',
		tieBreaks: [],
		grace: 0,
		reports: 'organiser',
		listed: false,
		bots: false,
	};
}

/** The tie-breaks of each form, if the organiser chooses no others. */
export const usualTieBreaks: Record<Form, readonly TieBreak[]> = {
	swiss: tieBreaks,
	roundrobin: ['direct', 'sonneborn', 'wins'],
	knockout: [],
	arena: ['wins', 'direct'],
};

/** What suits games on the server: people join by the link, and rounds start by themselves. */
export function adaptToPlace(setup: TournamentSetup): void {
	const real = setup.place === 'boards';
	setup.entry = real ? 'organiser' : 'link';
	setup.advance = real ? 'hand' : 'done';
	setup.time.kind = real ? 'none' : 'minutes';
}

/** The names of a list, separated by commas. */
export const namesIn = (text: string) =>
	text
		.split(',')
		.map((name) => name.trim())
		.filter(Boolean);

/** The settings of the form. What does not belong to the chosen form of tournament is left out. */
export function settingsOf(setup: TournamentSetup, zone = ownZone()): TournamentSettings {
	const { form, place } = setup;
	const real = place !== 'online';
	const clock = timeTerms(setup.time);
	const categories = namesIn(setup.categories);
	return {
		...(setup.name.trim() !== '' && { name: setup.name.trim() }),
		game: setup.game,
		form,
		place,
		...(form === 'swiss' && { rounds: setup.rounds, late_until: setup.lateUntil, half_byes: setup.halfByes }),
		...(form === 'roundrobin' && setup.double && { double: true }),
		...(form === 'knockout' && setup.thirdPlace && { third_place: true }),
		...(form === 'arena' && { minutes: setup.minutes, ...(!setup.streaks && { no_streaks: true }) }),
		...(setup.begins !== 'usual' && { begins: setup.begins }),
		...(Object.keys(clock).length > 0 && { clock }),
		...(setup.rated && place !== 'boards' && { rated: true }),
		...(setup.start !== '' && { start: new Date(setup.start).toISOString(), zone }),
		advance: form === 'arena' ? 'hand' : setup.advance,
		...(form !== 'arena' && setup.advance === 'schedule' && { every_ms: setup.every * 60_000 }),
		...(form !== 'arena' && setup.advance === 'days' && { days_per_round: setup.daysPerRound }),
		entry: setup.entry,
		...(categories.length > 0 && { categories }),
		...(setup.tieBreaks.length > 0 && { tie_breaks: setup.tieBreaks }),
		...(setup.grace > 0 && { grace_ms: setup.grace * 60_000 }),
		...(real && setup.reports !== 'organiser' && { reports: setup.reports }),
		...(setup.listed && { listed: true }),
		...(setup.bots && place !== 'boards' && { bots: true }),
	};
}

/** The time zone of the device. */
export function ownZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * The entrants of a list with one per line: a name, and after semicolons or tabs the rating, the category and the
 * members of a team. "Ann", "Ann; 1600", "The Cubes;;;Ann, Ben". What is no number is no rating but a category: the
 * server says so if there is no such.
 */
export function entrantsIn(text: string): EntrantBody[] {
	return text
		.split('\n')
		.map((line) => line.split(/[;\t]/).map((part) => part.trim().replace(/\s+/g, ' ')))
		.filter(([name]) => name)
		.map(([name = '', second = '', third = '', members = '']) => {
			const rated = /^\d+$/.test(second);
			const category = rated ? third : second || third;
			return {
				name,
				...(rated && { rating: Number(second) }),
				...(category && { category }),
				...(members && { members: namesIn(members) }),
			};
		});
}

/** The form for settings that a tournament has, to change them. */
export function setupOf(settings: TournamentSettings): TournamentSetup {
	const usual = defaultSetup(settings.game);
	const { clock = {}, start } = settings;
	const time: TimeChoice = { ...defaultTime };
	if (clock.days) Object.assign(time, { kind: 'days', days: String(clock.days) });
	else if (clock.main_ms)
		Object.assign(time, {
			kind: 'minutes',
			preset: 'own',
			minutes: Math.round(clock.main_ms / 60_000),
			seconds: Math.round((clock.increment_ms ?? 0) / 1000),
		});
	return {
		...usual,
		name: settings.name ?? '',
		form: settings.form ?? usual.form,
		place: settings.place ?? 'boards',
		rounds: settings.rounds ?? usual.rounds,
		double: settings.double ?? false,
		thirdPlace: settings.third_place ?? false,
		minutes: settings.minutes ?? usual.minutes,
		streaks: !settings.no_streaks,
		begins: settings.begins ?? 'usual',
		time,
		rated: settings.rated ?? false,
		start: start ? localField(new Date(start)) : '',
		advance: settings.advance ?? 'hand',
		every: Math.round((settings.every_ms ?? usual.every * 60_000) / 60_000),
		daysPerRound: settings.days_per_round ?? usual.daysPerRound,
		entry: settings.entry ?? 'organiser',
		lateUntil: settings.late_until ?? 0,
		halfByes: settings.half_byes ?? 0,
		categories: (settings.categories ?? []).join(', '),
		tieBreaks: settings.tie_breaks ?? [],
		grace: Math.round((settings.grace_ms ?? 0) / 60_000),
		reports: settings.reports ?? 'organiser',
		listed: settings.listed ?? false,
		bots: settings.bots ?? false,
	};
}

/** A moment as a field for date and time has it. */
function localField(at: Date): string {
	return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
