/** Downloads data as a file. */
export function download(name: string, data: Blob): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(data);
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Downloads a text as a file. */
export function downloadText(name: string, text: string): void {
	download(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
