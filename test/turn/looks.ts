import { expect } from "vitest";
import type { ErrorCode, Event, Holdfast, HoldfastError, RunStatus, SessionRef } from "../../src/index.ts";
import { refusal } from "../api/refusal.ts";

/** The log in short: `kind` and what it says. */
export function lineOf(event: Event): string {
	const { kind, data, source } = event;
	if (event.erased) return `${kind}: erased`;
	switch (kind) {
		case "message":
			return `${source === "human" ? "human" : data.role}: ${JSON.stringify(data.content).slice(1, -1)}${data.partial ? " (partial)" : ""}`;
		case "reply":
			return `reply: ${data.content}`;
		case "tool_call":
			return `call ${data.name}`;
		case "tool_result":
			return `result ${data.name}${data.isError ? " (error)" : ""}`;
		case "status":
			return `status: ${data.status}`;
		case "mode":
			return `mode: ${data.to}`;
		default:
			return kind;
	}
}

export async function logOf(hf: Holdfast, ref: SessionRef): Promise<string[]> {
	return (await hf.session(ref).events({ limit: 10_000 })).map(lineOf);
}

/** A run's error as callers must get it: with the run, its session and how it ended. */
export async function runFailure(
	run: Promise<unknown>,
	code: ErrorCode,
	status: RunStatus,
): Promise<HoldfastError & { runId: string; sessionId: string; status: RunStatus }> {
	const error = await refusal(run, code);
	expect(error).toMatchObject({ runId: expect.any(String), sessionId: expect.any(String), status });
	return error as HoldfastError & { runId: string; sessionId: string; status: RunStatus };
}

/** Everything of a session that a write would change. */
export async function standing(hf: Holdfast, ref: SessionRef) {
	const { items } = await hf.sessions.list({ agentId: ref.agentId });
	return {
		sessions: items,
		log: await hf.session(ref).events(),
		runs: (await hf.runs.list()).items,
		state: await hf.session(ref).state.get(),
	};
}
