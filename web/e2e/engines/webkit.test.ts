import { findWebKit } from '../../build/browser.mjs';
import { mainWays } from './mainWays';
import { launchWebKit } from './webkit';

// Its driver accepts touches, but the pages get them as those of a mouse.
mainWays({ launch: launchWebKit, find: findWebKit, touches: false });
