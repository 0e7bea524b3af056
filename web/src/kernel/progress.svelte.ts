/** How much of the rules has arrived, in bytes over the network. */
export interface Progress {
	loaded: number;
	total: number;
}

let current = $state.raw<Progress | null>(null);

/** The download of the rules, or null; reactive. */
export const rulesProgress = {
	get current(): Progress | null {
		return current;
	},
};

export function setProgress(progress: Progress | null): void {
	current = progress;
}
