// Tests run in English and render whole pages at once. The long timeout is for slow
// machines.
import { configure } from '@testing-library/svelte';
import { deferral } from './kernel/tasks';
import { setLanguage } from './kernel/words/i18n.svelte';

configure({ asyncUtilTimeout: 20_000 });
deferral.immediate = true;
await setLanguage('en');
