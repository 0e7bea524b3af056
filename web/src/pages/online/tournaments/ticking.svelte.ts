/** A time that advances every second while somebody looks at it. */
export class Ticking {
	#now: () => number;
	#at = $state(0);

	constructor(now: () => number) {
		this.#now = now;
		this.#at = now();
		$effect(() => {
			const timer = setInterval(() => {
				this.#at = now();
			}, 1000);
			return () => clearInterval(timer);
		});
	}

	/** The time now; reactive. */
	get at(): number {
		return Math.max(this.#at, this.#now());
	}
}
