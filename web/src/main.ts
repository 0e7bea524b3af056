import { mount } from 'svelte';
import './app/theme.css';
import App from './app/App.svelte';
import { whenIdle } from './app/idle';
import { lookForServer } from './app/online.svelte';
import { pageOf } from './app/pages';
import { route } from './app/router.svelte';
import { wantedLanguage } from './app/settings.svelte';
import { speak } from './i18n/i18n.svelte';

// Whether there is a server is asked at once: the start page looks different then.
void lookForServer();

// The words and the first page are fetched at the same time. If the page
// cannot be, the app says so.
await Promise.all([
	speak(wantedLanguage()),
	pageOf(route.path)
		.load()
		.catch(() => {}),
]);
document.getElementById('boot')?.remove();
mount(App, { target: document.body });

// Keeping everything on the device takes long and must not be in the way of the
// first board: it begins when the rules are ready.
async function keep() {
	const { warmUp } = await import('./engine');
	await warmUp();
	const { workOffline } = await import('./app/serviceWorker');
	workOffline();
}

if (import.meta.env.PROD) whenIdle(() => void keep());
