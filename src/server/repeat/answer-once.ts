import { createHash } from "node:crypto";
import { HoldfastError } from "../../error/index.ts";
import type { JsonObject, TenantId } from "../../event/index.ts";
import type { DocumentPort } from "../../store/ports/index.ts";
import { type Seal, sealUnder } from "./seal.ts";

/*
 * A write with an `Idempotency-Key` is done once, however often it is sent:
 *
 *   nothing ──claim──▶ at work ──answered──▶ stored (a day) ──▶ nothing
 *                        │  └────rejected───▶ nothing
 *                        └─the process died: the claim expires ──▶ nothing
 *
 * A rejected request has done nothing and may be sent again. If a process dies between its work and storing the
 * response, nobody can tell whether the work was done: the repeat does it again.
 */

const KIND = "answer";
const KEPT_MS = 24 * 3_600_000;
/** How long a claim holds without being renewed. */
const CLAIM_MS = 30_000;

/** A response as it is sent. */
export interface Kept {
	status: number;
	headers: Readonly<Record<string, string>>;
	text: string | undefined;
}

export interface Repeat {
	documents: DocumentPort;
	tenant: TenantId;
	/** Keys of different callers are independent. */
	credential: string;
	key: string;
	/** Everything that identifies the request. */
	request: readonly (string | Uint8Array)[];
	/** The hash of a body that is not kept in memory. Known after the work has read it. */
	content?: (() => Promise<Uint8Array>) | undefined;
}

/** Does the work, or returns the response of the first time. */
export async function answerOnce(
	repeat: Repeat,
	work: () => Promise<Kept>,
	claimMs: number = CLAIM_MS,
): Promise<Kept & { repeated: boolean }> {
	const { documents, tenant, credential, key, content } = repeat;
	const id = createHash("sha256").update(`${credential}\0${key}`).digest("base64url");
	const seal = sealUnder(key, id);
	const request = seal.fingerprint(repeat.request);
	const contents = async (): Promise<JsonObject> =>
		content ? { content: seal.fingerprint([await content()]) } : {};
	const put = (body: JsonObject, lives: number, expect: "absent" | number): Promise<number | false> => {
		const now = Date.now();
		return documents.put({
			tenant,
			document: { kind: KIND, id, body, expiresAt: now + lives },
			expect,
			at: now,
		});
	};
	const begun = await put({ request }, claimMs, "absent");
	if (begun === false) {
		const found = await documents.get(tenant, KIND, id);
		if (found) return { ...(await read(found.body, { request, contents }, seal)), repeated: true };
		// The claim expired just now.
		throw busy();
	}
	let rev = begun;
	let renewing: Promise<void> | undefined;
	const renew = async (): Promise<void> => {
		const renewed = await put({ request }, claimMs, rev).catch(() => false as const);
		if (renewed !== false) rev = renewed;
	};
	const timer = setInterval(() => {
		renewing ??= renew().finally(() => {
			renewing = undefined;
		});
	}, claimMs / 3);
	timer.unref();
	try {
		const answer = await work();
		clearInterval(timer);
		await renewing;
		// The work is done, so the response is sent even if it cannot be stored.
		const kept = { request, ...(await contents()), answer: seal.close(JSON.stringify(answer)) };
		await put(kept, KEPT_MS, rev).catch(() => {});
		return { ...answer, repeated: false };
	} catch (error) {
		clearInterval(timer);
		await renewing;
		await documents.remove({ tenant, kind: KIND, id, rev }).catch(() => {});
		throw error;
	}
}

async function read(
	body: JsonObject,
	asked: { request: string; contents: () => Promise<JsonObject> },
	seal: Seal,
): Promise<Kept> {
	if (body.request !== asked.request) throw another();
	if (typeof body.answer !== "string") throw busy();
	if (body.content !== (await asked.contents()).content) throw another();
	return JSON.parse(seal.open(body.answer)) as Kept;
}

const another = (): HoldfastError =>
	new HoldfastError("conflict", "this Idempotency-Key was used for another request", {
		precondition: "idempotency",
	});

const busy = (): HoldfastError =>
	new HoldfastError(
		"busy",
		"a request with this Idempotency-Key is still in progress; retry to get its response",
		{
			precondition: "idempotency",
		},
	);
