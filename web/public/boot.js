// Runs before anything else, and needs nothing else.
{
	let chosen = {};
	try {
		chosen = JSON.parse(localStorage.getItem('plateau.settings')) ?? {};
	} catch {
		// Nothing was chosen, or nothing may be kept.
	}

	// A chosen theme must not flash in.
	if (chosen.theme === 'light' || chosen.theme === 'dark') document.documentElement.dataset.theme = chosen.theme;

	// If scripts or words cannot be loaded, there is no app to say so, nor its messages: the build has
	// put them into the page (build/words.ts).
	const fail = () => {
		const sections = document.getElementById('failed')?.content.cloneNode(true).children ?? [];
		const codes = [chosen.language, ...navigator.languages, 'en'].flatMap((code) => [code, code?.split('-')[0]]);
		const code = codes.find((one) => [...sections].some(({ lang }) => lang === one));
		const section = [...sections].find(({ lang }) => lang === code);
		// Once the app is there, it says what is wrong itself.
		if (!section || !document.getElementById('boot') || document.querySelector('body > [role=alert]')) return;
		document.body.append(section);
		const button = section.querySelector('button');
		button.addEventListener('click', () => location.reload());
		button.focus();
	};
	addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true);
	addEventListener('bootfailed', fail);
}
