// A visitor in any browser: finds things by what people call them, and uses them by
// mouse, touch or keyboard.

import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { listedMoves } from '../support/smallTablebase';
import { type Game, type Step, stepsOf } from '../support/steps';
import { timeout } from '../support/timeout';
import {
	arrowsTo,
	askServer,
	focusIsInGroupOf,
	hasFocus,
	movesInList,
	placeOf,
	reportsOfPage,
	stateOfPage,
	storedOnDevice,
	textOfPage,
	type Wanted,
	wayByTab,
	wayInGroup,
} from './inPage';
import type { Key, Point, Tab } from './tab';

/** How a visitor presses things. */
export type Hand = 'mouse' | 'touch' | 'keys';

/** After so many milliseconds without any effect, something is pressed again. */
const secondPress = 10_000;

/** More than any page has. */
const maxStops = 200;

export class Visitor {
	readonly #tab: Tab;
	readonly #address: string;
	readonly #hand: Hand;

	constructor(tab: Tab, address: string, hand: Hand = 'mouse') {
		this.#tab = tab;
		this.#address = address;
		this.#hand = hand;
	}

	/** Opens a page of the app; `hash` is for example "#/learn". */
	async goTo(hash: string): Promise<void> {
		await this.#tab.goTo(this.#address + hash);
	}

	reload(): Promise<void> {
		return this.#tab.reload();
	}

	/** Presses a button or link. */
	press(name: string): Promise<void> {
		return this.#press({ css: 'main :is(button, a)', name: `^${name}$` });
	}

	/** Chooses one of several values. */
	async choose(name: string): Promise<void> {
		const radio = { css: 'main input[type=radio]', name: `^${name}` };
		if (this.#hand !== 'keys') return this.#press(radio);
		await this.#placeOf(radio);
		// Tab goes to the chosen one of the group, arrows to the others.
		await this.#untilTrue('Tab', () => this.#tab.evaluate(focusIsInGroupOf, name));
		const way = await this.#tab.evaluate(wayInGroup, name);
		if (way === 'there') return;
		await this.#untilTrue(way, async () => (await this.#tab.evaluate(wayInGroup, name)) === 'there');
	}

	async fill(css: string, text: string): Promise<void> {
		const press = async () => this.#tab.press('mouse', [await this.#placeOf({ css, name: '' })]);
		await this.#until(press, () => this.#tab.evaluate(hasFocus, css));
		await this.#tab.type(text);
	}

	/** Makes moves one after the other and waits for each to be in the list. */
	async play(game: Game, moves: string[]): Promise<void> {
		for (const move of moves) {
			const before = (await this.moves()).length;
			for (const step of stepsOf(game, move)) await this.#take(step);
			await expect.poll(async () => (await this.moves()).slice(before)).toEqual([move]);
		}
	}

	/** Drags a piece or cube to a cell. */
	async drag(from: Step, to: Step, by: 'mouse' | 'touch'): Promise<void> {
		await this.#untilNoticed(async () => {
			const [start, end] = [await this.#placeOf(wantedBy(from)), await this.#placeOf(wantedBy(to))];
			const share = (part: number): Point => ({
				x: start.x + (end.x - start.x) * part,
				y: start.y + (end.y - start.y) * part,
			});
			await this.#tab.press(by, [0, 0.25, 0.5, 0.75, 1, 1].map(share));
		});
	}

	/** Waits until the page says something. */
	async reads(text: string): Promise<void> {
		await expect.poll(() => this.#tab.evaluate(textOfPage)).toContain(text);
	}

	moves(): Promise<string[]> {
		return this.#tab.evaluate(movesInList);
	}

	/** The moves of the analysis board with their values. */
	listedMoves(): Promise<string[]> {
		return this.#tab.evaluate(listedMoves);
	}

	/** What went wrong on the page, as it would be in a bug report. */
	reports(): Promise<string> {
		return this.#tab.evaluate(reportsOfPage);
	}

	/** What is left behind of a failed test: a picture, and what the page says. */
	async describe(picture: string): Promise<string> {
		writeFileSync(picture, await this.#tab.picture());
		return this.#tab.evaluate(textOfPage);
	}

	close(): Promise<void> {
		return this.#tab.close();
	}

	storedOnDevice(): Promise<void> {
		return this.#tab.evaluate(storedOnDevice);
	}

	ask<T>(path: string, body: object): Promise<T> {
		return this.#tab.evaluate(askServer, path, body) as Promise<T>;
	}

	async remember(key: string, value: object): Promise<void> {
		await this.#tab.evaluate((k, v) => localStorage.setItem(k, v), key, JSON.stringify(value));
	}

	async #take(step: Step): Promise<void> {
		if (this.#hand === 'keys' && step.role === 'gridcell') return this.#walkTo(step);
		await this.#press(wantedBy(step));
	}

	async #press(wanted: Wanted): Promise<void> {
		const hand = this.#hand;
		await this.#untilNoticed(async () => {
			if (hand !== 'keys') return this.#tab.press(hand, [await this.#placeOf(wanted)]);
			await this.#tabTo(wanted);
			await this.#tab.key('Enter');
		});
	}

	/** A press may get lost: something may have moved in between. So it is done again if the page stays as it was. */
	async #untilNoticed(press: () => Promise<void>): Promise<void> {
		const before = await this.#tab.evaluate(stateOfPage);
		await this.#until(press, async () => (await this.#tab.evaluate(stateOfPage)) !== before);
	}

	async #until(act: () => Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
		const late = Date.now() + timeout;
		while (Date.now() < late) {
			await act();
			for (const again = Date.now() + secondPress; Date.now() < again; await pause(30))
				if (await isDone()) return;
		}
		throw new Error(`nothing happens on a page that says: ${await this.#tab.evaluate(textOfPage)}`);
	}

	/** Waits until something can be pressed. */
	async #placeOf(wanted: Wanted): Promise<Point> {
		const late = Date.now() + timeout;
		for (;;) {
			const place = await this.#tab.evaluate(placeOf, wanted);
			if (place) return place;
			if (Date.now() > late) {
				const says = await this.#tab.evaluate(textOfPage);
				throw new Error(`${JSON.stringify(wanted)} cannot be pressed on a page that says: ${says}`);
			}
			await pause(30);
		}
	}

	/** Presses Tab or Shift+Tab until an element has the focus. */
	async #tabTo(stop: Wanted): Promise<void> {
		await this.#placeOf(stop);
		const way = await this.#tab.evaluate(wayByTab, stop);
		await this.#untilTrue(way === 'Shift+Tab' ? way : 'Tab', async () => {
			return (await this.#tab.evaluate(wayByTab, stop)) === 'there';
		});
	}

	async #untilTrue(key: Key, isTrue: () => Promise<boolean>): Promise<void> {
		for (let i = 0; i < maxStops; i++) {
			if (await isTrue()) return;
			await this.#tab.key(key);
		}
		throw new Error(`${key} does not lead there`);
	}

	/** Goes to the board by Tab and to a cell by arrows, and chooses it. */
	async #walkTo(step: Step): Promise<void> {
		const board = { css: '[role=gridcell][tabindex="0"]', name: '' };
		if ((await this.#tab.evaluate(arrowsTo, step.name.source)) === null) await this.#tabTo(board);
		for (const key of (await this.#tab.evaluate(arrowsTo, step.name.source)) ?? []) await this.#tab.key(key);
		expect(await this.#tab.evaluate(arrowsTo, step.name.source)).toEqual([]);
		await this.#untilNoticed(() => this.#tab.key('Enter'));
	}
}

function wantedBy({ role, name, within }: Step): Wanted {
	const css = role === 'gridcell' ? '[role=gridcell]' : 'button:not(:disabled, [aria-disabled=true])';
	return { css: within ? `${within} ${css}` : css, name: name.source };
}
