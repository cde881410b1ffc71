import { HoldfastError } from "../error/index.ts";
import { guardedFetch, type NetworkPolicy } from "../network/index.ts";

/** How long one file may take. */
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;

export interface FetchedFile {
	/** Base64 text. */
	data: string;
	bytes: number;
	/** As the server says. */
	mediaType: string | undefined;
}

export interface FetchFileOptions {
	network: NetworkPolicy;
	signal: AbortSignal;
	/** In bytes. */
	limit: number;
}

/** An address without what may be secret in it. */
const shown = (url: URL): string => `${url.origin}${url.pathname}`.slice(0, 200);

function tooLarge(url: URL, limit: number): HoldfastError {
	return new HoldfastError(
		"limit_exceeded",
		`${shown(url)}: is too large to be sent to a model (limit: ${limit} bytes)`,
		{
			limit,
		},
	);
}

/**
 * Fetches a file that a caller named and that the model's provider does not fetch itself. Every address on the way is checked
 * against the network policy: `forbidden` for private ones.
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
			`${shown(url)}: could not be fetched for the model`,
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
					`${shown(from)}: leads on and on; give the address of the file itself`,
				);
			url = next;
			continue;
		}
		if (!response.ok) {
			await response.body?.cancel();
			const code = response.status >= 500 ? "unavailable" : "invalid";
			throw new HoldfastError(
				code,
				`${shown(from)}: answered ${response.status} when the file was fetched for the model`,
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
