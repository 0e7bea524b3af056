// Where the study on the analysis page comes from and goes to. The URL says it:
//
//	moves=…&ply=…            a game; it is kept for this tab only (unsaved.ts)
//	study=ID&moves=…&ply=…   a study on this device; every change is saved
//	shared=…&moves=…&ply=…   a study that is in the link; changes are kept for this tab only

import type { Rules } from '../../engine/client';
import type { MatchText } from '../../engine/protocol';
import type { Opened } from '../../kernel/collection.svelte';
import { go, href, route } from '../../kernel/router.svelte';
import { absolute, goToMatch, matchFromQuery, plyFromQuery } from '../../match/links';
import type { Studies } from './studies.svelte';
import { Study } from './study.svelte';
import { decodeStudy, encodeStudy, StudyError } from './studyLink';
import { asStudy, type StudyText } from './studyText';
import { keepUnsaved, unsavedAt } from './unsaved';

type Origin = Partial<Record<'study' | 'shared', string>>;

/** The study that a link names is not on this device. */
export class MissingStudy extends Error {}

function originIn(query: URLSearchParams): Origin {
	for (const kind of ['study', 'shared'] as const) {
		const value = query.get(kind);
		if (value) return { [kind]: value };
	}
	return {};
}

const isSame = (a: Origin, b: Origin) => a.study === b.study && a.shared === b.shared;

export class StudySource {
	readonly study: Study;
	#game: string;
	#studies: Studies;
	#origin: Origin = $state.raw({});
	/** The saved study, once it is on the board. */
	#opened: Opened<StudyText> | null = $state.raw(null);
	#name = $state('');
	#problem: unknown = $state.raw(null);
	#lastRequest = 0;
	/** Ends when what the URL names can be opened. */
	#entering: Promise<void> | null = null;
	#query = new URLSearchParams();

	constructor(game: string, rules: Rules, studies: Studies) {
		this.#game = game;
		this.#studies = studies;
		this.study = new Study(rules, (match, ply, push) => this.#navigate(match, ply, push));
	}

	/** Why the URL cannot be shown. */
	readonly problem = $derived.by(() => this.#problem ?? this.study.problem);

	/** Whether every change is saved. */
	get saved(): boolean {
		return this.#opened !== null;
	}

	/** Whether the study came with a link. */
	get shared(): boolean {
		return this.#origin.shared !== undefined;
	}

	/** Whether the URL names a study, not a game. */
	get names(): boolean {
		return this.#origin.study !== undefined || this.shared;
	}

	/** Its name; '' before it is saved. */
	get name(): string {
		return this.#name;
	}

	/** Shows what a query says. */
	async show(query: URLSearchParams): Promise<void> {
		const request = ++this.#lastRequest;
		this.#query = query;
		const origin = originIn(query);
		if (!this.#entering || !isSame(origin, this.#origin) || this.#problem !== null)
			this.#entering = this.#enter(origin);
		await this.#entering;
		if (request !== this.#lastRequest || this.#problem !== null) return;
		const line = matchFromQuery(query, this.#game);
		// Games are opened at their end, studies at their start.
		const ply = plyFromQuery(query) ?? (origin.study || origin.shared ? 0 : null);
		if (line) await this.study.open(line, ply);
	}

	async #enter(origin: Origin): Promise<void> {
		this.close();
		this.study.release();
		this.#origin = origin;
		this.#problem = null;
		this.#name = '';
		let opened: Opened<StudyText> | null = null;
		try {
			opened = origin.study ? await this.#open(origin.study) : null;
			const unsaved = opened ? null : this.#unsaved();
			const text = opened?.value ?? unsaved ?? (origin.shared ? await decodeStudy(origin.shared) : null);
			if (text && text.game !== this.#game) throw new StudyError('unreadable');
			if (text && this.#origin === origin) await this.study.load(text);
			if (this.#origin !== origin) return;
			if (unsaved && !origin.shared) this.study.release();
			this.#name = text?.name ?? '';
			if (this.study.problem === null) this.#opened = opened;
		} catch (error) {
			if (this.#origin === origin) this.#problem = error;
		} finally {
			if (this.#opened !== opened) opened?.close();
		}
	}

	/** What was here before the page was loaded again. */
	#unsaved(): StudyText | null {
		const found = unsavedAt(route.hash);
		return found?.game === this.#game ? found : null;
	}

	async #open(id: string): Promise<Opened<StudyText>> {
		const opened = await this.#studies.open(id, () => this.#showNewer(id));
		if (!opened) throw new MissingStudy();
		return opened;
	}

	/** Another tab was faster. */
	#showNewer(id: string): void {
		if (this.#origin.study !== id) return;
		this.close();
		void this.show(this.#query);
	}

	#navigate(match: MatchText, ply: number, push: boolean): void {
		const replace = { replace: !push };
		const origin = this.#origin;
		if (!origin.study && !origin.shared) goToMatch('analyse', match, ply, replace);
		else go(`/analyse/${this.#game}`, { ...origin, moves: match.moves.join('_'), ply: String(ply) }, replace);
	}

	/** The study as it can be saved and shared. */
	#text(name: string): StudyText {
		const text = this.study.text(name);
		if (!text || !asStudy(text)) throw new StudyError('tooLarge');
		return text;
	}

	/** Saves the study if it is one that is saved, and keeps it for a reload otherwise. */
	save(): void {
		if (this.#opened) this.#opened.save(this.#text(this.#name));
		else if (!this.#origin.study && this.study.shown)
			keepUnsaved([route.hash, window.location.hash], this.#text(this.#name));
	}

	/** Keeps what is on the board as a new study on this device. */
	async keep(name: string): Promise<void> {
		const origin = this.#origin;
		const { played } = this.study;
		const { path } = route;
		const study = await this.#studies.add(this.#text(name));
		const opened = await this.#open(study);
		if (this.#origin !== origin || this.study.played !== played || route.path !== path) {
			opened.close();
			return;
		}
		// It is not read again: what was added to the board meanwhile stays, and is saved, too.
		this.close();
		this.#origin = { study };
		this.#opened = opened;
		this.#name = name;
		this.study.hold();
		const moves = route.query.get('moves') ?? '';
		const ply = route.query.get('ply') ?? String(this.study.ply);
		go(`/analyse/${this.#game}`, { study, moves, ply }, { replace: true });
		this.save();
	}

	/** A link that holds the whole study. */
	async link(name: string): Promise<string> {
		const shared = await encodeStudy(this.#text(this.#name || name));
		return absolute(href(`/analyse/${this.#game}`, { shared }));
	}

	/** Nothing is shown any more. */
	close(): void {
		this.#opened?.close();
		this.#opened = null;
		this.#origin = {};
	}
}
