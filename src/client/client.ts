import type { Holdfast } from "../interface.ts";
import { Gate } from "../session/gate.ts";
import { createAgents } from "./agents.ts";
import { type ClientOptions, parseClientOptions } from "./client-options.ts";
import type { ActiveRuns } from "./end-run.ts";
import { createMemory } from "./memory.ts";
import { createRuns } from "./runs.ts";
import { createSessionHandle } from "./session-handle.ts";
import { createSessions } from "./sessions.ts";
import { createTransport } from "./transport.ts";
import {
	createJobs,
	createKeys,
	createSpaces,
	createTokens,
	createUpkeep,
	createWebhooks,
} from "./upkeep.ts";
import { createUsers } from "./users.ts";
import { createWriteQueue } from "./write-queue.ts";

/**
 * Connects to a Holdfast server over HTTP. Returns the same interface as `holdfast()`, for servers, scripts and
 * browsers. Sends nothing until you use it.
 *
 * @example
 * ```ts
 * import { createClient } from "holdfast/client";
 *
 * const hf = createClient({ url: "https://holdfast.example.com", apiKey: "holdfast_…" });
 * const session = hf.session({ agentId: "support", sessionId: "user-42:billing" });
 * await session.history.append({ role: "user", content: "Hello" });
 * console.log(await session.history.last(10));
 * await hf.close();
 * ```
 */
export function createClient(options: ClientOptions): Holdfast {
	const parsed = parseClientOptions(options);
	const gate = new Gate();
	const ending = new AbortController();
	let open = true;
	const transport = createTransport(parsed, { closing: ending.signal, closed: () => !open });
	const queue = createWriteQueue();
	const active: ActiveRuns = new Map();
	let closed: Promise<void> | undefined;
	const close = async (): Promise<void> => {
		const left = gate.close();
		// Followers are ended first: they would wait forever.
		ending.abort();
		await left;
		open = false;
	};
	const guarded = gate.guard({
		agents: createAgents(transport, active, (work) => gate.count(work)),
		runs: createRuns(transport),
		sessions: createSessions(transport, queue),
		users: createUsers(transport),
		memory: (agentId: string, scope?: Parameters<Holdfast["memory"]>[1]) =>
			gate.guard(createMemory(transport, agentId, scope)),
		spaces: createSpaces(transport),
		jobs: createJobs(transport),
		webhooks: createWebhooks(transport),
		keys: createKeys(transport),
		tokens: createTokens(transport),
		session: (ref: Parameters<Holdfast["session"]>[0]) =>
			gate.guard(createSessionHandle(transport, queue, ref)),
		...createUpkeep(transport),
		close: (given?: { cancel?: boolean }) => {
			if (given?.cancel) for (const cancel of active.values()) cancel();
			closed ??= close();
			return closed;
		},
	});
	return { ...guarded, [Symbol.asyncDispose]: () => guarded.close() };
}
