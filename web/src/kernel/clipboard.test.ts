import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './clipboard';

const old = vi.fn<(command: string) => boolean>();
beforeEach(() => {
	Object.assign(document, { execCommand: old });
	old.mockReset();
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

test('copies as browsers do today', async () => {
	const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	expect(await copyText('a link')).toBe(true);
	expect(copy).toHaveBeenCalledWith('a link');
	expect(old).not.toHaveBeenCalled();
});

test('copies on plain HTTP, too, and leaves nothing behind', async () => {
	vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
	old.mockImplementation(() => document.querySelector('textarea')?.value === 'a link');
	expect(await copyText('a link')).toBe(true);
	expect(document.querySelector('textarea')).toBeNull();
});

test('says so if nothing is allowed', async () => {
	vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
	old.mockReturnValue(false);
	expect(await copyText('a link')).toBe(false);
});
