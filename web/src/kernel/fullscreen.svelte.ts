// The whole screen for a page, where the browser lets pages ask for it.

let on = $state(false);

export const fullscreen = {
	/** Whether the browser can show pages like this. */
	get possible(): boolean {
		return document.fullscreenEnabled === true;
	},

	get on(): boolean {
		return on;
	},

	/** Follows what the browser does, until the returned function is called; then the screen is as before. */
	watch(): () => void {
		const look = () => {
			// Not in all browsers, whatever the types say.
			on = Boolean(document.fullscreenElement);
		};
		look();
		document.addEventListener('fullscreenchange', look);
		return () => {
			document.removeEventListener('fullscreenchange', look);
			if (on) void leave();
			on = false;
		};
	},

	toggle(): void {
		// A browser may refuse; then everything stays as it is.
		if (on) void leave();
		else void document.documentElement.requestFullscreen().catch(() => {});
	},
};

function leave(): Promise<void> {
	return document.exitFullscreen().catch(() => {});
}
