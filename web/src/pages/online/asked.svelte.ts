// What a page shows besides its main thing, and asks the server for as soon as it needs it.

import { api } from '../../net/api';
import { errorText } from './submission.svelte';

/** The answer to a request that follows from what a page shows. It is asked again when that changes. */
export class Asked<T> {
	#answer = $state.raw<T | null>(null);
	#problem = $state.raw<unknown>(null);
	#path = '';

	/** `path` is reactive; '' asks for nothing. Made while a component is. */
	constructor(path: () => string) {
		$effect(() => {
			const wanted = path();
			if (wanted !== this.#path) [this.#path, this.#answer, this.#problem] = [wanted, null, null];
			if (wanted === '') return;
			// Answers may overtake each other.
			let current = true;
			api.get<T>(wanted).then(
				(answer) => {
					if (current) [this.#answer, this.#problem] = [answer, null];
				},
				(error: unknown) => {
					if (current) this.#problem = error;
				},
			);
			return () => {
				current = false;
			};
		});
	}

	/** The last answer to this request; null until there is one. */
	get answer(): T | null {
		return this.#answer;
	}

	/** Why there is no newer answer; '' if nothing is wrong. */
	get error(): string {
		return this.#problem === null ? '' : errorText(this.#problem);
	}
}
