// Tests run in English, with all messages, and render whole pages at once. The long timeout is
// for slow machines.
import languages from 'virtual:languages';
import { configure } from '@testing-library/svelte';
import { deferral } from './kernel/tasks';
import { type Bundle, setLanguage, withWords } from './kernel/words/i18n.svelte';

configure({ asyncUtilTimeout: 20_000 });
deferral.immediate = true;
const bundles = Object.keys(languages[0]?.load ?? {}) as Bundle[];
await withWords(bundles, setLanguage('en'));
