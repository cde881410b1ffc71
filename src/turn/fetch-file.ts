import { HoldfastError } from "../error/index.ts";
import { guardedFetch, type NetworkPolicy } from "../network/index.ts";

/** Maximum time to fetch one file. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

export interface FetchedFile {
	/** Base64 text. */
	data: string;
	bytes: number;
	/** As the server reports it. */
	mediaType: string | undefined;
}

export interface FetchFileOptions {
	network: NetworkPolicy;
	signal: AbortSignal;
	/** Maximum size in bytes. */
	limit: number;
}

/** The URL without its credentials and query, which may be secret. */
const shown = (url: URL): string => `${url.origin}${url.pathname}`.slice(0, 200);

function tooLarge(url: URL, limit: number): HoldfastError {
	return new HoldfastError(
		"limit_exceeded",
		`${shown(url)}: the file is too large to send to a model (limit: ${limit} bytes)`,
		{
			limit,
		},
	);
}

/**
 * Fetches a file whose URL a caller gave and that the model's provider does not fetch itself. Every URL, also
 * that of a redirect, is checked against the network policy: a private address throws `forbidden`.
 */
export async function fetchFile(url: URL, options: FetchFileOptions): Promise<FetchedFile> {
	const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]);
	try {
		return await follow(url, { ...options, signal });
	} catch (error) {
		options.signal.throwIfAborted();
		if (HoldfastError.isInstance(error)) throw error;
		throw new HoldfastError(
			"unavailable",
			`${shown(url)}: cannot fetch the file for the model`,
			{},
			{ cause: error },
		);
	}
}

async function follow(from: URL, { network, signal, limit }: FetchFileOptions): Promise<FetchedFile> {
	let url = from;
	for (let redirects = 0; ; redirects++) {
		const response = await guardedFetch(url, { signal }, network);
		const location = response.headers.get("location");
		if (response.status >= 300 && response.status < 400 && location !== null) {
			await response.body?.cancel();
			const next = URL.parse(location, url.href);
			if (!next || redirects >= MAX_REDIRECTS)
				throw new HoldfastError(
					"invalid",
					`${shown(from)}: redirects too often, or to an invalid URL; give the URL of the file itself`,
				);
			url = next;
			continue;
		}
		if (!response.ok) {
			await response.body?.cancel();
			const code = response.status >= 500 ? "unavailable" : "invalid";
			throw new HoldfastError(
				code,
				`${shown(from)}: the server answered ${response.status} when fetching the file for the model`,
			);
		}
		const bytes = await readBytes(response, from, limit);
		const [mediaType = ""] = (response.headers.get("content-type") ?? "").split(";", 1);
		return {
			data: bytes.toString("base64"),
			bytes: bytes.length,
			mediaType: mediaType.trim().toLowerCase() || undefined,
		};
	}
}

async function readBytes(response: Response, url: URL, limit: number): Promise<Buffer> {
	const pieces: Uint8Array[] = [];
	let length = 0;
	for await (const piece of response.body ?? []) {
		length += piece.byteLength;
		// Leaving the loop ends the request.
		if (length > limit) throw tooLarge(url, limit);
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}
