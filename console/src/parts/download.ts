/** Downloads a file. */
export function download(name: string, content: Blob): void {
	const address = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	// The browser has started to read it by then.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Turns an id, which can contain any character, into a file name that every file system accepts. */
export function fileName(id: string, ending: string): string {
	const safe = id
		.replace(/[^A-Za-z0-9._-]+/g, "-")
		.replace(/^[-.]+|[-.]+$/g, "")
		.slice(0, 100);
	return `${safe || "session"}.${ending}`;
}
