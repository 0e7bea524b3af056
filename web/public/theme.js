// Runs before the first paint, so that a chosen theme does not flash in.
try {
	const { theme } = JSON.parse(localStorage.getItem('plateau.settings'));
	if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
	// Nothing was chosen, or nothing may be kept: the system decides.
}
