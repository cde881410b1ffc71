/** One message of a stream. */
export interface Received {
	id?: string;
	event: string;
	// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked at, not trusted.
	data: any;
}

export interface Reader extends AsyncIterableIterator<Received> {
	readonly response: Response;
	/** Lets go of the connection. */
	leave(): void;
}

/** Reads server-sent events as they come. */
export async function follow(url: string, key: string, init: RequestInit = {}): Promise<Reader> {
	const leaving = new AbortController();
	const response = await fetch(url, {
		...init,
		headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
		signal: leaving.signal,
	});
	const messages = parse(response, leaving.signal);
	return Object.assign(messages, { response, leave: () => leaving.abort() });
}

async function* parse(response: Response, left: AbortSignal): AsyncGenerator<Received, void, undefined> {
	const decoder = new TextDecoder();
	let rest = "";
	try {
		for await (const bytes of response.body ?? []) {
			const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
			rest = blocks.pop() ?? "";
			for (const block of blocks) {
				const message = read(block);
				if (message) yield message;
			}
		}
	} catch (error) {
		if (!left.aborted) throw error;
	}
}

function read(block: string): Received | undefined {
	const fields = new Map(
		block.split("\n").map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon), line.slice(colon + 1).trim()];
		}),
	);
	const data = fields.get("data");
	if (data === undefined) return undefined;
	const id = fields.get("id");
	return { ...(id !== undefined && { id }), event: fields.get("event") ?? "message", data: JSON.parse(data) };
}

/** The next so many messages. */
export async function take(reader: Reader, count: number): Promise<Received[]> {
	const taken: Received[] = [];
	while (taken.length < count) {
		const { done, value } = await reader.next();
		if (done) break;
		taken.push(value);
	}
	return taken;
}
