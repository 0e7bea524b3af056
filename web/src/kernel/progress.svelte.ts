/** How much of the rules has arrived, in bytes over the network. */
export interface Progress {
	loaded: number;
	total: number;
}

let current = $state.raw<Progress | null>(null);
let arrived = false;

/** The download of the rules, or null; reactive. */
export const rulesProgress = {
	get current(): Progress | null {
		return current;
	},
	/** Whether the rules are here, so that they answer at once. */
	get arrived(): boolean {
		return arrived;
	},
};

export function setProgress(progress: Progress | null): void {
	current = progress;
}

export function setArrived(): void {
	current = null;
	arrived = true;
}
