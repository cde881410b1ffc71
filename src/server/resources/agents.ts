import { z } from "zod";
import type { MemorySettings } from "../../agent/index.ts";
import { HoldfastError, parse } from "../../error/index.ts";
import { isObject } from "../../event/index.ts";
import { checkDefined } from "../../turn/agents.ts";
import { type RunInput, type StreamInput, type TriggerInput, withIds } from "../../turn/index.ts";
import { parseRunInput } from "../../turn/run-input.ts";
import { checkNamedUser } from "../auth/check-named.ts";
import { type Call, operation, type Repeat } from "../operation.ts";
import { streamRun } from "../streams/stream-run.ts";
import { given } from "./given.ts";
import { checkOwnRun, noAgent, ownResult, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { checkOwnSession } from "./select.ts";
import { page } from "./shapes.ts";
import {
	agent,
	memoryInput,
	runEvent,
	runInput,
	runResult,
	triggerInput,
	triggerResult,
} from "./shapes-runs.ts";

type Input = Omit<StreamInput, "agentId" | "signal"> & { runId?: string; generatedSessionId?: string };

const uuid = z.uuid({ error: "must be a UUID" }).optional();
const givenIds = z.strictObject({ runId: uuid, generatedSessionId: uuid });

type TriggerBody = Omit<TriggerInput, "agentId" | "signal"> & {
	onLeave?: "continue" | "cancel";
	runId?: string;
};

/** What a caller gives to a run. The agent is not the body's to say; with a user's token, the user is the token's. */
async function inputOf(call: Call<unknown, Input>): Promise<StreamInput> {
	const own = ownUser(call.caller);
	const { runId, generatedSessionId, ...body } = call.body;
	checkNamedUser(call.caller, body.userId);
	const input: StreamInput = {
		...said({ idempotencyKey: call.idempotencyKey }),
		...body,
		agentId: call.params.id ?? "",
		...(own !== undefined && { userId: own }),
	};
	if (own !== undefined) {
		checkOwnRun(input);
		await checkOwnPlace(call, input, own);
	}
	// They go into headers and addresses: nothing but ids may.
	parse(givenIds, { runId, generatedSessionId }, "run");
	if (runId === undefined && generatedSessionId === undefined) return input;
	return withIds(input, { runId, sessionId: generatedSessionId });
}

/** Users are not told which agents there are, nor let into the sessions that agents keep to themselves. */
async function checkOwnPlace(
	{ hf }: Pick<Call, "hf">,
	{ agentId, sessionId }: StreamInput,
	userId: string,
): Promise<void> {
	try {
		await checkDefined(hf.agents, agentId);
	} catch (error) {
		throw HoldfastError.isInstance(error) && error.code === "not_found" ? noAgent(agentId) : error;
	}
	if (typeof sessionId === "string") await checkOwnSession({ hf }, { agentId, userId, sessionId });
}

/** A session that is named, in whatever way, remembers its keys; one that the server makes up cannot. */
const repeatOf = (body: unknown): Repeat =>
	isObject(body) && (body.sessionId ?? body.generatedSessionId) !== undefined ? "native" : "sealed";

/** A run may hold a file or two. */
const MAX_RUN_BODY = 16 * 1024 * 1024;

type MemoryBody = { memory: MemorySettings | false };

/** The settings themselves the library checks. That there are none is nothing to put in the place of others. */
const memoryBody = z.strictObject({
	memory: z.union([z.literal(false), z.looseObject({})], {
		error: "must be false or an object of settings; DELETE takes settings away",
	}),
});

export const agents = [
	operation({
		id: "agents.list",
		method: "GET",
		path: "/v1/agents",
		access: "read",
		summary: "The agents there are",
		answer: page(agent),
		handle: async ({ hf }) => ({ json: await hf.agents.list() }),
	}),
	operation({
		id: "agents.get",
		method: "GET",
		path: "/v1/agents/:id",
		access: "read",
		summary: "One agent",
		answer: agent,
		handle: async ({ hf, params }) => ({ json: await hf.agents.get(params.id ?? "") }),
	}),
	operation({
		id: "agents.configureMemory",
		method: "PUT",
		path: "/v1/agents/:id/memory",
		access: "admin",
		summary: "Puts settings over those that the definition has for the agent's memory, from the next run on",
		body: given<MemoryBody>(memoryInput),
		answer: agent,
		handle: async ({ hf, params, body }) => {
			parse(memoryBody, body, "body");
			return { json: await hf.agents.configureMemory(params.id ?? "", body.memory) };
		},
	}),
	operation({
		id: "agents.resetMemory",
		method: "DELETE",
		path: "/v1/agents/:id/memory",
		access: "admin",
		summary: "Lets the settings of the definition hold again for the agent's memory",
		answer: agent,
		handle: async ({ hf, params }) => ({ json: await hf.agents.configureMemory(params.id ?? "", null) }),
	}),
	operation({
		id: "agents.run",
		method: "POST",
		path: "/v1/agents/:id/run",
		access: "agent",
		user: true,
		summary: "Runs an agent on what the user says, and answers with what it says",
		long: true,
		repeat: repeatOf,
		maxBodyBytes: MAX_RUN_BODY,
		body: given<Input>(runInput),
		answer: runResult,
		handle: async (call) => {
			const { onLeave, ...input } = await inputOf(call);
			// Checked with the rest of it, though a run that is not streamed knows no such option.
			if (onLeave !== undefined) parseRunInput({ ...input, onLeave } as RunInput);
			const result = await call.hf.agents.run({
				...input,
				...(onLeave === "cancel" && { signal: call.signal }),
			});
			return { json: ownUser(call.caller) === undefined ? result : ownResult(result) };
		},
	}),
	operation({
		id: "agents.stream",
		method: "POST",
		path: "/v1/agents/:id/stream",
		access: "agent",
		user: true,
		summary: "Runs an agent and tells it as it happens, as server-sent events",
		long: true,
		repeat: "native",
		maxBodyBytes: MAX_RUN_BODY,
		body: given<Input>(runInput),
		answer: runEvent,
		answerType: "text/event-stream",
		handle: async (call) => {
			const input = await inputOf(call);
			// What can be known before the run begins is an answer of its own, not a stream that ends at once.
			parseRunInput(input);
			await checkDefined(call.hf.agents, input.agentId);
			// Who leaves before the first event was never seen to read.
			const leaving = input.onLeave === "cancel" && { signal: call.signal };
			const run = call.hf.agents.stream({ ...input, ...leaving });
			const headers = {
				"holdfast-run-id": run.runId,
				"holdfast-session-id": encodeURIComponent(run.sessionId),
			};
			const items = run[Symbol.asyncIterator]();
			return { headers, stream: streamRun(call, items, () => run.result) };
		},
	}),
	operation({
		id: "agents.trigger",
		method: "POST",
		path: "/v1/agents/:id/trigger",
		access: "agent",
		summary: "Runs an agent on its own, on an input of its own form; with a callback, answered at once",
		long: true,
		repeat: "native",
		maxBodyBytes: MAX_RUN_BODY,
		body: given<TriggerBody>(triggerInput),
		answer: triggerResult,
		handle: async (call) => {
			const { onLeave, runId, ...body } = call.body;
			parse(leaving, onLeave, "trigger.onLeave");
			const input: TriggerInput = {
				...said({ idempotencyKey: call.idempotencyKey }),
				...body,
				agentId: call.params.id ?? "",
				...(onLeave === "cancel" && { signal: call.signal }),
			};
			const json = await call.hf.agents.trigger(runId === undefined ? input : withIds(input, { runId }));
			return { ...(json.status === "pending" && { status: 202 }), json };
		},
	}),
];

const leaving = z.enum(["continue", "cancel"]).optional();
