import { requestID } from './api';

/**
 * The id of a command that people may send again: the same one while they send the same, so that the
 * server runs it once, and a new one if they have changed what they send.
 */
export class Repeatable {
	#sent = '';
	#id = '';

	idOf(body: object): string {
		const now = JSON.stringify(body);
		if (now !== this.#sent) [this.#sent, this.#id] = [now, requestID()];
		return this.#id;
	}

	/** The command was run; the same one again is another one. */
	done(): void {
		this.#sent = '';
	}
}
