import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * Asks browsers to compile every function of the pages while the files arrive,
 * off the main thread, instead of one by one when each is first called. The
 * hint has to be the very first line, so it is put there when all else is done.
 */
export function hints(): Plugin {
	return {
		name: 'plateau-hints',
		apply: 'build',
		enforce: 'post',
		generateBundle: {
			order: 'post',
			handler(_options, bundle) {
				for (const file of Object.values(bundle)) {
					if (file.type === 'chunk') file.code = hint + file.code;
				}
			},
		},
	};
}
