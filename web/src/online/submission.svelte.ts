import { toast } from '../app/announce.svelte';
import { phrase, t } from '../i18n/i18n.svelte';
import { ConnectionError, ProblemError } from '../net/api';
import { PasskeyRefused } from './passkeys';

/** What can go wrong without anybody's fault. */
const expected = [ProblemError, ConnectionError, PasskeyRefused];

/** What went wrong, as a sentence. */
export function problemWords(error: unknown): string {
	if (error instanceof ProblemError) return phrase(error);
	if (error instanceof ConnectionError) return t('online.unreachable');
	if (error instanceof PasskeyRefused) return t('online.passkeys.refused');
	throw error;
}

/** Says what went wrong where no form is there to say it. */
export function complain(error: unknown): void {
	toast(problemWords(error), 'error');
}

/** Something a form tries: whether it is under way, and what was wrong with it. */
export class Attempt {
	#busy = $state(false);
	#problem = $state.raw<unknown>(null);

	get busy(): boolean {
		return this.#busy;
	}

	/** Tries; false if it was refused. What goes wrong otherwise is thrown on. */
	async run(work: () => Promise<void>): Promise<boolean> {
		if (this.#busy) return false;
		this.#busy = true;
		this.#problem = null;
		try {
			await work();
			return true;
		} catch (error) {
			if (!expected.some((kind) => error instanceof kind)) throw error;
			this.#problem = error;
			return false;
		} finally {
			this.#busy = false;
		}
	}

	/** What is wrong with a field: problems whose code begins with its name. */
	at(...fields: string[]): string {
		return this.#concerns(fields) ? problemWords(this.#problem) : '';
	}

	/** What is wrong with the whole: problems that concern none of the fields. */
	beside(...fields: string[]): string {
		return this.#problem !== null && !this.#concerns(fields) ? problemWords(this.#problem) : '';
	}

	#concerns(fields: string[]): boolean {
		const code = this.#problem instanceof ProblemError ? this.#problem.code : '';
		return fields.some((field) => `${code}.`.startsWith(`${field}.`));
	}
}
