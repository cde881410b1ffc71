import { HoldfastError, parse } from "../error/index.ts";
import { isObject, tenantId } from "../event/index.ts";
import type { House } from "../house.ts";
import type { Holdfast } from "../interface.ts";
import type { Caller } from "./auth/caller.ts";
import { checkAccess } from "./auth/check-access.ts";
import { checkNamedTenant, checkNamedUser } from "./auth/check-named.ts";
import type { Exchange } from "./exchange.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { Answer, Call, Operation } from "./operation.ts";
import type { Prepared } from "./prepare-operation.ts";
import { tooMany } from "./receive/rate-limit.ts";
import { parseJsonBody, readBody } from "./receive/read-body.ts";
import { readIdempotencyKey, readIfMatch } from "./receive/read-headers.ts";
import { readQuery } from "./receive/read-query.ts";
import { toRequest, toRequestWithBody } from "./receive/to-request.ts";
import { answerOnce, type Kept } from "./repeat/answer-once.ts";
import { hashContent } from "./repeat/hash-content.ts";
import { sendStream } from "./send/send-stream.ts";
import { beginStream, sendText } from "./send/send-text.ts";

export interface PerformOptions {
	house: House;
	metrics: Metrics;
	/** How many streams may be open at the same time. */
	maxStreams: number;
}

const NO_HEADERS: Readonly<Record<string, string>> = {};
const NOTHING = new Uint8Array();

/** One call of an operation by an authenticated caller: authorization, validation, handler, response. */
export async function perform(
	{ house, metrics, maxStreams }: PerformOptions,
	prepared: Prepared,
	exchange: Exchange,
	params: Readonly<Record<string, string>>,
): Promise<void> {
	const { operation } = prepared;
	const { incoming } = exchange;
	const asking = callerOf(exchange);
	exchange.operation = operation.id;
	checkAccess(operation, asking);
	if (prepared.streams && metrics.now.streams >= maxStreams)
		throw tooMany(5, "this server has reached its limit of open streams; try again");
	const target = incoming.url ?? "";
	const mark = target.indexOf("?");
	const named = readQuery(mark < 0 ? "" : target.slice(mark + 1));
	checkNamedTenant(asking, named.tenant);
	checkNamedUser(asking, named.user);
	const query = prepared.checkQuery(named);
	const ifMatch = readIfMatch(incoming.headers["if-match"]);
	const idempotencyKey = incoming.method === "GET" ? undefined : readIdempotencyKey(incoming.headers);
	const content = operation.rawBody && idempotencyKey !== undefined ? hashContent() : undefined;
	const limit = asking.scope === "user" ? prepared.userBytes : prepared.bodyBytes;
	const raw = operation.rawBody && toRequestWithBody(incoming, limit, content?.take);
	const bytes = prepared.checkBody ? await readBody(incoming, limit) : NOTHING;
	const body = prepared.checkBody?.(parseJsonBody(bytes as Buffer, incoming.headers["content-type"]));
	// The request timed out while the body was read.
	if (exchange.isAnswered) return;
	const caller = prepared.namesTenant ? inTenant(asking, body) : asking;
	const { hf, served, leave } = house.enter(caller.tenant);
	try {
		const call = new OneCall(exchange, raw, hf, served, caller, params, query, body, idempotencyKey, ifMatch);
		if (idempotencyKey === undefined || !prepared.isSealed(body)) {
			const answer = await operation.handle(call);
			if (answer.stream) await stream(exchange, answer, prepared, metrics);
			else
				sendText(
					exchange,
					answer.status ?? usual(operation, answer),
					answer.headers ?? NO_HEADERS,
					textOf(answer),
				);
			return;
		}
		const repeat = {
			documents: house.store.documents,
			tenant: caller.tenant,
			credential: caller.credential,
			key: idempotencyKey,
			request: [operation.id, target, String(ifMatch), bytes],
			content: content && raw && (() => content.hashOf(raw)),
		};
		const kept = await answerOnce(repeat, async () => toKept(operation, await operation.handle(call)));
		if (kept.repeated) metrics.totals.repeated += 1;
		const headers = kept.repeated ? { ...kept.headers, "idempotency-replayed": "true" } : kept.headers;
		sendText(exchange, kept.status, headers, kept.text);
	} finally {
		leave();
	}
}

/** What a handler receives. Rarely used parts are created on demand. */
class OneCall implements Call {
	readonly hf: Holdfast;
	readonly served: Call["served"];
	readonly caller: Caller;
	readonly params: Call["params"];
	readonly query: unknown;
	readonly body: unknown;
	readonly idempotencyKey: string | undefined;
	readonly ifMatch: number | undefined;
	readonly #exchange: Exchange;
	readonly #raw: Request | undefined;

	constructor(
		exchange: Exchange,
		raw: Request | undefined,
		...[hf, served, caller, params, query, body, idempotencyKey, ifMatch]: [
			Holdfast,
			Call["served"],
			Caller,
			Call["params"],
			unknown,
			unknown,
			string | undefined,
			number | undefined,
		]
	) {
		this.#exchange = exchange;
		this.#raw = raw;
		this.hf = hf;
		this.served = served;
		this.caller = caller;
		this.params = params;
		this.query = query;
		this.body = body;
		this.idempotencyKey = idempotencyKey;
		this.ifMatch = ifMatch;
	}

	get signal(): AbortSignal {
		return this.#exchange.signal;
	}

	get request(): Request {
		return this.#raw ?? toRequest(this.#exchange.incoming);
	}
}

function callerOf({ caller }: Exchange): Caller {
	if (caller) return caller;
	throw new Error("a call before authentication");
}

/** Root may name a tenant in the body. For other callers it is ignored. */
function inTenant(caller: Caller, body: unknown): Caller {
	if (!isObject(body)) return caller;
	const { tenant } = body;
	delete body.tenant;
	if (caller.scope !== "root" || tenant === undefined) return caller;
	return { ...caller, tenant: parse(tenantId, tenant, "body.tenant") };
}

const textOf = ({ json, text }: Answer): string | undefined =>
	// The line feed is for readers in a terminal.
	json === undefined ? text : `${JSON.stringify(json)}\n`;
function usual({ makes }: Operation, { json, text }: Answer): number {
	if (json === undefined && text === undefined) return 204;
	return makes ? 201 : 200;
}

function toKept(operation: Operation, answer: Answer): Kept {
	if (answer.stream) throw new Error("a stream cannot be stored for repeats");
	return {
		status: answer.status ?? usual(operation, answer),
		headers: answer.headers ?? {},
		text: textOf(answer),
	};
}

async function stream(
	exchange: Exchange,
	answer: Answer,
	prepared: Prepared,
	metrics: Metrics,
): Promise<void> {
	if (!answer.stream) return;
	if (exchange.isAnswered || exchange.outgoing.destroyed) return answer.stream.cancel();
	if (exchange.incoming.method === "HEAD") {
		await answer.stream.cancel();
		throw new HoldfastError("invalid", "a stream has no HEAD");
	}
	const type = prepared.operation.answerType ?? "application/octet-stream";
	metrics.now.streams += 1;
	try {
		beginStream(exchange, answer.status ?? 200, type, answer.headers ?? NO_HEADERS);
		await sendStream(exchange.outgoing, answer.stream);
	} finally {
		metrics.now.streams -= 1;
	}
}
