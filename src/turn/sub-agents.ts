import { z } from "zod";
import { type Agent, type CallableAgent, type Tool, tool } from "../agent/index.ts";
import { HoldfastError } from "../error/index.ts";
import type { SessionUid } from "../event/index.ts";
import { nameOf, refOf, type SessionRef, writeSession } from "../session/index.ts";
import type { SessionRecord } from "../store/ports/index.ts";
import { derivedId } from "./derived-ids.ts";
import type { RunResult } from "./run-input.ts";
import { spanOf } from "./run-tool.ts";
import { allows, type Runtime, type Turn } from "./turn.ts";

/** Maximum depth of agents that call agents. */
const MAX_DEPTH = 8;

/** A run of a sub-agent: its caller, its session and its input. */
export interface SubRun {
	caller: Turn;
	entry: CallableAgent;
	ref: SessionRef;
	/** Undefined: the session that `ref` names, which is created if needed. */
	uid: SessionUid | undefined;
	derived: boolean;
	input: string;
	parentSpan: ReturnType<typeof spanOf>;
	signal: AbortSignal;
}

/** Runs a sub-agent's turn. The module that starts runs passes it in. */
export type StartSubRun = (runtime: Runtime, run: SubRun) => Promise<RunResult>;

/** The other agents that an agent can call, as tools. */
export function subAgentTools(turn: Turn, agents: ReadonlyMap<string, Agent>, start: StartSubRun): Tool[] {
	return turn.agent.agents.map((entry) => {
		const agent = agents.get(entry.agent);
		return tool({
			name: entry.toolName,
			description: entry.description ?? agent?.description ?? `Asks the agent ${entry.agent}.`,
			input: z.object({
				input: z.string().min(1).describe("What the agent shall do, with all it needs to know."),
			}),
			timeoutMs: agent?.timeoutMs ?? 600_000,
			async execute({ input }, context) {
				if (!allows(entry.allow, turn.household)) {
					throw new Error(`unauthorized: ${entry.agent} is not allowed for this user`);
				}
				if (turn.ancestry.length >= MAX_DEPTH) {
					throw new Error(`agents can call each other at most ${MAX_DEPTH} levels deep`);
				}
				const place = entry.ids === "same" ? await samePlace(turn, entry) : await derivedPlace(turn, entry);
				const parentSpan = spanOf(context);
				const { signal } = context;
				const result = await refusalsAsRule(() =>
					start(turn.runtime, { caller: turn, entry, ...place, input, parentSpan, signal }),
				);
				return result.output;
			},
		});
	});
}

/** Reports a refusal by an agent's own rule to the model like that of any other rule. */
async function refusalsAsRule<T>(run: () => Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		if (!HoldfastError.isInstance(error) || error.code !== "forbidden") throw error;
		throw new Error(`unauthorized: ${error.message}`);
	}
}

type Place = Pick<SubRun, "ref" | "uid" | "derived">;

/** The user's own session with that agent. */
async function samePlace(turn: Turn, entry: CallableAgent): Promise<Place> {
	const { platform } = turn.runtime;
	const { sessionId } = turn.ref;
	const { userId } = turn.household;
	const ref = { agentId: entry.agent, sessionId, ...(userId !== undefined && { userId }) };
	const line = await platform.store.runs.line({ name: nameOf(platform, ref) });
	// The run would wait for itself.
	if (line.some(({ id }) => turn.ancestry.includes(id))) {
		throw new Error(`${entry.agent} is already running in the same session, above this agent`);
	}
	return { ref, uid: undefined, derived: turn.derived };
}

/** A session below the caller's session. It is found by that link, even if the two were renamed. */
async function derivedPlace(turn: Turn, entry: CallableAgent): Promise<Place> {
	const { platform } = turn.runtime;
	const find = () =>
		platform.store.sessions.list({
			tenant: platform.tenant,
			parent: turn.log.uid,
			agentId: entry.agent,
			order: "created",
			limit: 1,
		});
	const place = (record: SessionRecord): Place => ({ ref: refOf(record), uid: record.uid, derived: true });
	const [found] = await find();
	if (found) return place(found);
	await createDerived(turn, entry);
	const [created] = await find();
	if (created) return place(created);
	throw new HoldfastError("not_found", "the session was deleted");
}

async function createDerived(turn: Turn, entry: CallableAgent): Promise<void> {
	const { platform } = turn.runtime;
	const { userId, sessionId } = turn.ref;
	const derive = (id: string): string => derivedId(id, entry.agent, turn.derived);
	const own = userId === undefined ? {} : { userId: derive(userId) };
	const ids = [derive(sessionId), derivedId(derive(sessionId), turn.log.uid, true)];
	for (const id of ids) {
		const name = nameOf(platform, { agentId: entry.agent, sessionId: id, ...own });
		try {
			const seed = { parent: turn.log.uid };
			await writeSession(platform, name, { require: { absent: true } }, { now: Date.now(), seed });
			return;
		} catch (error) {
			// Another call of the same step was faster, or the name is taken. Then the next name is free.
			if (!HoldfastError.isInstance(error) || error.code !== "already_exists") throw error;
			const existing = await platform.store.sessions.get({ name });
			if (existing?.parent === turn.log.uid) return;
		}
	}
}
