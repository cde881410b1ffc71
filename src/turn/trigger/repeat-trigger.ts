import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import { type ErrorCode, HoldfastError } from "../../error/index.ts";
import { canonicalJson, type JsonObject } from "../../event/index.ts";
import type { DocumentRecord } from "../../store/ports/index.ts";
import { awaitRun } from "../await-run.ts";
import type { Runtime } from "../turn.ts";
import type { CheckedTrigger, TriggerResult } from "./trigger-input.ts";
import type { TriggerJob } from "./trigger-job.ts";

/*
 * A trigger with an idempotency key is remembered for a day: the id of its run and, if the run is deleted
 * with its session, its outcome. The outcome is encrypted with the key itself, which is not stored: the store
 * alone cannot reveal it.
 */

const KIND = "answer";
const KEPT_MS = 24 * 3_600_000;
/** How many leases to wait for a run that does not exist yet. */
const PATIENCE = 3;

/** The outcome of a run that is deleted. */
export type Outcome =
	| { result: TriggerResult }
	| { error: { code: ErrorCode; message: string; status?: string } };

export interface Claim {
	/** Set if the key was used before: returns the result of the first trigger. */
	first?(): Promise<TriggerResult>;
	/** Stores the outcome of a run that will be deleted. */
	keep(outcome: Outcome): Promise<void>;
	/** Frees the key: the run did not begin. */
	release(): Promise<void>;
}

const digest = (...parts: string[]): string => hash("sha256", canonicalJson(parts), "hex");

function seal(outcome: Outcome, key: string): string {
	const iv = randomBytes(12);
	const cipher = createCipheriv("aes-256-gcm", Buffer.from(digest("trigger seal", key), "hex"), iv);
	const sealed = Buffer.concat([cipher.update(JSON.stringify(outcome)), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

function unseal(text: string, key: string): Outcome {
	const bytes = Buffer.from(text, "base64");
	const secret = Buffer.from(digest("trigger seal", key), "hex");
	const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, 12));
	decipher.setAuthTag(bytes.subarray(12, 28));
	const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
	return JSON.parse(opened.toString("utf8")) as Outcome;
}

/** Claims the key for this run, unless it was used before. */
export async function claimKey(
	runtime: Runtime,
	{ idempotencyKey: key, signal, runId: _, ...asked }: CheckedTrigger,
	run: TriggerJob,
): Promise<Claim | undefined> {
	if (key === undefined) return undefined;
	const { store, tenant } = runtime.platform;
	const { agentId, sessionId = "", userId = "" } = asked;
	const id = `trigger:${digest("trigger", agentId, sessionId, userId, key)}`;
	const fingerprint = digest(canonicalJson(asked as unknown as JsonObject));
	const callback = run.callbackUrl !== undefined;
	const body: JsonObject = { fingerprint, runId: run.runId, sessionId: run.sessionId, callback };
	const put = (more: JsonObject, expect: "absent" | number | undefined) => {
		const now = Date.now();
		const document = { kind: KIND, id, body: { ...body, ...more }, expiresAt: now + KEPT_MS };
		return store.documents.put({ tenant, document, expect, at: now });
	};
	const claim: Claim = {
		async keep(outcome) {
			await put({ sealed: seal(outcome, key) }, undefined);
		},
		async release() {
			await store.documents.remove({ tenant, kind: KIND, id });
		},
	};
	const read = () => store.documents.get(tenant, KIND, id);
	if ((await put({}, "absent")) !== false) return claim;
	const found = await read();
	// The process of the first trigger died, and nothing of its run is left.
	if (found && (await isLost(runtime, found)) && (await put({}, found.rev)) !== false) return claim;
	return { ...claim, first: () => firstResult(runtime, read, { fingerprint, key, signal }) };
}

async function isLost(
	{ platform, leaseMs }: Runtime,
	{ body, createdAt, updatedAt }: DocumentRecord,
): Promise<boolean> {
	if (body.callback === true || body.sealed !== undefined) return false;
	if (Date.now() - Math.max(createdAt, updatedAt) < PATIENCE * leaseMs) return false;
	return (await platform.store.runs.get(platform.tenant, body.runId as string)) === undefined;
}

/** The result of the first trigger with this key. Waits for it if needed. */
async function firstResult(
	runtime: Runtime,
	read: () => Promise<DocumentRecord | undefined>,
	{ fingerprint, key, signal }: { fingerprint: string; key: string; signal: AbortSignal | undefined },
): Promise<TriggerResult> {
	const found = (await read())?.body;
	if (!found) throw atWork();
	if (found.fingerprint !== fingerprint) {
		const message = "this idempotency key was used for another input; use a new key";
		throw new HoldfastError("conflict", message, { precondition: "idempotency" });
	}
	const { runId, sessionId } = found as { runId: string; sessionId: string };
	if (found.callback === true) {
		const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
		return { runId, sessionId, status: "pending", output: "", usage };
	}
	if (typeof found.sealed !== "string") {
		try {
			const {
				events: _,
				recalled: __,
				...result
			} = await awaitRun(runtime, runId, signal ?? new AbortController().signal);
			return result;
		} catch (error) {
			// The run is deleted, or has not begun yet.
			if (!HoldfastError.isInstance(error) || error.code !== "not_found") throw error;
		}
	}
	const { sealed } = (await read())?.body ?? {};
	if (typeof sealed !== "string") throw atWork();
	const outcome = unseal(sealed, key);
	if ("result" in outcome) return outcome.result;
	const { code, message, status } = outcome.error;
	throw new HoldfastError(code, message, { runId, sessionId, ...(status !== undefined && { status }) });
}

const atWork = (): HoldfastError =>
	new HoldfastError("busy", "the first request with this idempotency key is still running; try again later");
