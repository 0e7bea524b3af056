// What the tests need of a browser that Playwright does not drive. Each of firefox.ts
// and webkit.ts provides it in its own way.

export interface Point {
	x: number;
	y: number;
}

export interface Size {
	width: number;
	height: number;
}

/** A window of a new visitor. */
export interface Tab {
	goTo(url: string): Promise<void>;
	reload(): Promise<void>;
	/** Runs a function in the page. It can use nothing but its arguments. */
	evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
	/** Presses at the first point, goes to the others and lets go at the last. */
	press(by: 'mouse' | 'touch', points: Point[]): Promise<void>;
	/** Presses a key, or "Shift+Tab". */
	key(name: Key): Promise<void>;
	type(text: string): Promise<void>;
	/** What the window shows, as PNG. */
	picture(): Promise<Uint8Array>;
	close(): Promise<void>;
}

export type Key =
	| 'Enter'
	| 'Escape'
	| 'Tab'
	| 'Shift+Tab'
	| 'ArrowLeft'
	| 'ArrowRight'
	| 'ArrowUp'
	| 'ArrowDown';

export interface Engine {
	/** Opens a window for a new visitor, who shares nothing with the others. */
	newTab(size: Size): Promise<Tab>;
	close(): Promise<void>;
}
