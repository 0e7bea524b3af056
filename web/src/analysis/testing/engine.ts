// Replaces the engine in page tests: vi.mock('../engine', () =>
// import('./testing/engine')).
import { fakeRules } from '../../play/testing/fakes';
import { fakeThinker } from './fakes';

export const rules = fakeRules();
export const thinker = fakeThinker();
