/** Gives a file to whoever looks, by the browser's own way. */
export function download(name: string, content: Blob): void {
	const address = URL.createObjectURL(content);
	const link = document.createElement("a");
	link.href = address;
	link.download = name;
	link.click();
	// The browser has begun to read it by then.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name that every file system takes, of an id that may hold anything. */
export function fileName(id: string, ending: string): string {
	const safe = id
		.replace(/[^A-Za-z0-9._-]+/g, "-")
		.replace(/^[-.]+|[-.]+$/g, "")
		.slice(0, 100);
	return `${safe || "session"}.${ending}`;
}
