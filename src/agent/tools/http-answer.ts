import { redact } from "./env-text.ts";

/** How many characters of an error response the model sees. */
const SHOWN = 500;

const READABLE =
	/^(?:text\/(?!event-stream)|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|(?:x-)?(?:ndjson|yaml|javascript)|x-www-form-urlencoded)$)/;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/;

export interface AnswerLimits {
	/** The host that answered, for messages. */
	host: string;
	maxBytes: number;
	/** Removed from the part of an error response that the model sees: some services echo their input. */
	secrets: readonly string[];
}

/** Turns a response into a tool result: the JSON or text if it succeeded, an error otherwise. */
export async function readAnswer(response: Response, limits: AnswerLimits): Promise<unknown> {
	const { host, maxBytes } = limits;
	const { type, charset } = contentType(response);
	try {
		if (isRedirect(response)) throw new Error(redirectMessage(response, host));
		if (!response.ok) throw new Error(await failureMessage(response, limits));
		if (type !== "" && !READABLE.test(type)) {
			throw new Error(`${host} answered with ${type}, which is not text`);
		}
		const { bytes, cut } = await readBytes(response, maxBytes);
		if (cut) throw new Error(`the answer of ${host} is larger than ${maxBytes} bytes; ask for less`);
		if (bytes.length === 0) return { status: response.status };
		const text = decode(bytes, charset, true);
		if (text === undefined) throw new Error(`the answer of ${host} is not valid ${charset} text`);
		return JSON_TYPE.test(type) ? parsed(text) : text;
	} finally {
		// An unread body would keep the connection open. A body that was read to its end, or that broke, has
		// nothing to cancel.
		if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined);
	}
}

function contentType(response: Response): { type: string; charset: string } {
	const [type = "", ...parameters] = (response.headers.get("content-type") ?? "").split(";");
	const charset = parameters.map((part) => /^\s*charset="?([^"]+)"?\s*$/i.exec(part)?.[1]).find(Boolean);
	return { type: type.trim().toLowerCase(), charset: charset ?? "utf-8" };
}

const isRedirect = ({ status, headers }: Response): boolean =>
	status >= 300 && status < 400 && headers.has("location");

/** Shows only the host: the rest of the target may contain data that is not meant for the model. */
function redirectMessage(response: Response, host: string): string {
	const target = URL.parse(response.headers.get("location") ?? "", response.url);
	const where = target?.host ? `to ${target.host} ` : "";
	return `${host} answered ${response.status}, a redirect ${where}which is not followed`;
}

async function failureMessage(response: Response, { host, secrets }: AnswerLimits): Promise<string> {
	const { type, charset } = contentType(response);
	const start = `${host} answered ${response.status}`;
	if (type !== "" && !READABLE.test(type)) return `${start} (${type})`;
	// Enough bytes for the characters shown in any encoding, and for a secret that starts among them.
	const { bytes } = await readBytes(response, SHOWN * 16);
	const text = redact((decode(bytes, charset, false) ?? "").trim(), secrets);
	return text === "" ? start : `${start}: ${text.slice(0, SHOWN).toWellFormed()}`;
}

async function readBytes(response: Response, limit: number): Promise<{ bytes: Buffer; cut: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Leaving the loop cancels the rest.
	for await (const chunk of response.body ?? []) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > limit) return { bytes: Buffer.concat(chunks).subarray(0, limit), cut: true };
	}
	return { bytes: Buffer.concat(chunks), cut: false };
}

function decode(bytes: Uint8Array, charset: string, fatal: boolean): string | undefined {
	try {
		return new TextDecoder(charset, { fatal }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Some services send text and label it JSON; the model can still read it. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
