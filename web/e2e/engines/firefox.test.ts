import { findFirefox } from '../../build/browser.mjs';
import { launchFirefox } from './firefox';
import { mainWays } from './mainWays';

mainWays({ launch: launchFirefox, find: findFirefox, touches: true });
