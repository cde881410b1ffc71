/** Media types by file extension. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	webp: "image/webp",
	pdf: "application/pdf",
	txt: "text/plain",
	md: "text/markdown",
	csv: "text/csv",
	json: "application/json",
	mp3: "audio/mpeg",
	wav: "audio/wav",
	mp4: "video/mp4",
};

/** Media types by the beginning of the base64 text. */
const BY_START: readonly (readonly [string, string])[] = [
	["iVBORw0KGgo", "image/png"],
	["/9j/", "image/jpeg"],
	["R0lGOD", "image/gif"],
	["UklGR", "image/webp"],
	["JVBERi", "application/pdf"],
];

/** Guesses the media type of a file from its URL or from the first bytes of its base64 text. */
export function guessMediaType(source: string): string | undefined {
	if (!/^https?:/i.test(source)) return BY_START.find(([start]) => source.startsWith(start))?.[1];
	const extension = /\.([a-z0-9]+)$/i.exec(URL.parse(source)?.pathname ?? "")?.[1]?.toLowerCase();
	return extension !== undefined && Object.hasOwn(BY_EXTENSION, extension)
		? BY_EXTENSION[extension]
		: undefined;
}
