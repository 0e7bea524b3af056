import { mount } from 'svelte';
import './app/theme.css';
import App from './app/App.svelte';
import { whenIdle } from './app/idle';
import { detectServer } from './app/online.svelte';
import { pageOf } from './app/pages';
import { route } from './app/router.svelte';
import { preferredLanguage } from './app/settings.svelte';
import { setLanguage } from './i18n/i18n.svelte';

// Detect the server first: the start page depends on it.
void detectServer();

// Load the messages and the first page in parallel. App shows an error if the page
// fails.
await Promise.all([
	setLanguage(preferredLanguage()),
	pageOf(route.path)
		.load()
		.catch(() => {}),
]);
document.getElementById('boot')?.remove();
mount(App, { target: document.body });

// Caching everything for offline use takes long and must not delay the first board, so
// it waits for the rules.
async function prepareOffline() {
	const { warmUp } = await import('./engine');
	await warmUp();
	const { registerServiceWorker } = await import('./app/serviceWorker');
	registerServiceWorker();
}

if (import.meta.env.PROD) whenIdle(() => void prepareOffline());
