// An unknown message is a type error, and so are missing or wrong parameters.
import type { Messages } from './generated/messages';

export type { Bundle } from './generated/messages';

/** The key of a message. */
export type Key = keyof Messages;

/** What has to be passed with a key. Where it may be one of several keys, what fits one of them. */
export type ParamsOf<K extends Key> = K extends Key
	? keyof Messages[K] extends never
		? []
		: [params: Messages[K]]
	: never;
