/** A choice that the server saves. Another one that is made meanwhile is saved after it. */
export class SavedChoice<T> {
	chosen = $state.raw() as T;
	#saved: T;
	#save: (choice: T) => Promise<unknown>;
	#saving = false;

	constructor(saved: T, save: (choice: T) => Promise<unknown>) {
		this.chosen = saved;
		this.#saved = saved;
		this.#save = save;
	}

	get isSaved(): boolean {
		return this.chosen === this.#saved;
	}

	/** Saves what is chosen. If that fails, the choice is what the server has. */
	async save(): Promise<void> {
		if (this.#saving) return;
		this.#saving = true;
		try {
			while (!this.isSaved) {
				const { chosen } = this;
				await this.#save(chosen);
				this.#saved = chosen;
			}
		} catch (error) {
			this.chosen = this.#saved;
			throw error;
		} finally {
			this.#saving = false;
		}
	}
}
