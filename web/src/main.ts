import { mount } from 'svelte';
import './app/theme.css';
import App from './app/App.svelte';
import { whenIdle } from './app/idle';
import { lookForServer } from './app/online.svelte';
import { pageOf } from './app/pages';
import { route } from './app/router.svelte';
import { wantedLanguage } from './app/settings.svelte';
import { speak } from './words/words.svelte';

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

if (import.meta.env.PROD) {
	whenIdle(() => void import('./app/update').then(({ workOffline }) => workOffline()));
}
