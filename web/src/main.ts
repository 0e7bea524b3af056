import { mount } from 'svelte';
import './kernel/theme.css';
import { toast } from './kernel/announce.svelte';
import { savesData } from './kernel/dataSaving';
import { whenIdle, whenSettled } from './kernel/idle';
import { watchForErrors } from './kernel/report';
import { route } from './kernel/router.svelte';
import { preferredLanguage } from './kernel/settings.svelte';
import { onErasedElsewhere, onNotSaved } from './kernel/storage';
import { setLanguage, t, withWords } from './kernel/words/i18n.svelte';
import { detectServer } from './net/presence.svelte';
import App from './shell/App.svelte';
import { pageOf } from './shell/pages';

watchForErrors();
onErasedElsewhere(() => location.reload());

// Detect the server first: the start page depends on it.
void detectServer();

// Load the messages and the first page in parallel. App shows an error if the page fails, and asks for the
// language again. A board waits for the rules anyway, which take longest, so first of all the page says so.
const { load, board } = pageOf(route.path);
const words = setLanguage(preferredLanguage()).catch(() => setLanguage('en'));
await Promise.all([words, board || load().catch(() => {})]).catch((error) => {
	// There are no words to say it with: public/boot.js has some.
	dispatchEvent(new Event('bootfailed'));
	throw error;
});
onNotSaved(() => toast(t('common.notSaved'), 'error'));
document.getElementById('boot')?.remove();
mount(App, { target: document.body });

// Pages that need the rules load them at once; for all others they are loaded when the
// page has settled. Caching everything for offline use takes long and must not delay the
// first board, so it waits for the rules.
async function prepareOffline() {
	if (!savesData()) {
		const { warmUp } = await import('./engine');
		await warmUp();
	}
	const { registerServiceWorker } = await import('./shell/serviceWorker');
	await registerServiceWorker();
}

whenIdle(
	() =>
		void withWords(['online'], import('./net/turnWatch.svelte')).then(
			({ watchTurns }) => watchTurns(),
			() => {}, // Without a connection nobody waits for a move.
		),
);
// Without a connection it is done on the next visit.
if (import.meta.env.PROD) whenSettled(() => void prepareOffline().catch(() => {}));
