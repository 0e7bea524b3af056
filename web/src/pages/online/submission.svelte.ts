import { toast } from '../../kernel/announce.svelte';
import { phrase, t } from '../../kernel/words/i18n.svelte';
import { ConnectionError, ProblemError } from '../../net/api';
import { PasskeyRefused } from './passkeys';

/** Errors to expect: they are shown, not thrown. */
const expected = [ProblemError, ConnectionError, PasskeyRefused];

/** An expected error as a sentence. */
export function errorText(error: unknown): string {
	if (error instanceof ProblemError) return phrase(error);
	if (error instanceof ConnectionError) return t('online.unreachable');
	if (error instanceof PasskeyRefused) return t('online.passkeys.refused');
	throw error;
}

/** Shows an error as a toast, where no form can show it. */
export function toastError(error: unknown): void {
	toast(errorText(error), 'error');
}

/** What a field has after its text was sent: nothing, unless somebody typed on. */
export function emptied(sent: string, now: string): string {
	return now === sent ? '' : now;
}

/** The submission of a form: whether it is running, and its error. */
export class Submission {
	#busy = $state(false);
	#problem = $state.raw<unknown>(null);

	get busy(): boolean {
		return this.#busy;
	}

	/** Runs the request; returns false if it failed as expected. Other errors are thrown. */
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

	/** The error of a field: problems whose code starts with its name. */
	fieldError(...fields: string[]): string {
		return this.#concerns(fields) ? errorText(this.#problem) : '';
	}

	/** The error of the form: problems that belong to none of the fields. */
	formError(...fields: string[]): string {
		return this.#problem !== null && !this.#concerns(fields) ? errorText(this.#problem) : '';
	}

	#concerns(fields: string[]): boolean {
		const code = this.#problem instanceof ProblemError ? this.#problem.code : '';
		return fields.some((field) => `${code}.`.startsWith(`${field}.`));
	}
}
