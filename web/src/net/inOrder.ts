/** Requests for the same thing: answers may overtake each other, and only newer ones count. */
export class InOrder {
	#asked = 0;
	#answered = 0;

	/** Notes a request. The returned function says whether its answer counts: no later request was answered before. */
	ask(): () => boolean {
		const own = ++this.#asked;
		return () => {
			if (own < this.#answered) return false;
			this.#answered = own;
			return true;
		};
	}

	/** No answer counts to what was asked until now. */
	forget(): void {
		this.#answered = ++this.#asked;
	}
}
