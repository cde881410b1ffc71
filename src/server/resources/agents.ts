import type { MemorySettings } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import { isObject, uuidV7 } from "../../event/index.ts";
import type { RunInput, StreamInput, TriggerInput } from "../../turn/index.ts";
import { parseRunInput } from "../../turn/run-input.ts";
import { agent, memoryInput } from "../../wire/agent.ts";
import { page } from "../../wire/page.ts";
import { runEvent, runInput, runResult } from "../../wire/run.ts";
import { triggerInput, triggerResult } from "../../wire/trigger.ts";
import { checkNamedUser } from "../auth/check-named.ts";
import { type Call, operation, type Repeat } from "../operation.ts";
import { streamRun } from "../streams/stream-run.ts";
import { bodyAs } from "./body-as.ts";
import { checkOwnRun, noAgent, ownResult, ownUser } from "./own.ts";
import { said } from "./query.ts";
import { checkOwnSession } from "./select.ts";

type Input = Omit<StreamInput, "agentId" | "signal"> & { generatedSessionId?: string };

type TriggerBody = Omit<TriggerInput, "agentId" | "signal"> & { onLeave?: "continue" | "cancel" };

/** The input of a run. The URL determines the agent; with a user's token, the token determines the user. */
async function inputOf(call: Call<unknown, Input>): Promise<StreamInput> {
	const own = ownUser(call.caller);
	const { generatedSessionId: _, ...body } = call.body;
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
	return input;
}

/** The id for a generated session. */
const generatedOf = ({ body }: Call<unknown, Input>): string => body.generatedSessionId ?? uuidV7();

/** Users do not see which agents exist, and cannot use the sessions of sub-agents. */
async function checkOwnPlace(
	{ hf, served }: Pick<Call, "hf" | "served">,
	{ agentId, sessionId }: StreamInput,
	userId: string,
): Promise<void> {
	try {
		await served.checkDefined(agentId);
	} catch (error) {
		throw HoldfastError.isInstance(error) && error.code === "not_found" ? noAgent(agentId) : error;
	}
	if (typeof sessionId === "string") await checkOwnSession({ hf }, { agentId, userId, sessionId });
}

/** A named session remembers its idempotency keys. A generated one cannot. */
const repeatOf = (body: unknown): Repeat =>
	isObject(body) && (body.sessionId ?? body.generatedSessionId) !== undefined ? "native" : "sealed";

/** The URL names the agent, and the credential the tenant. A body that also names them is not an error. */
function withoutAgent(body: unknown): unknown {
	if (!isObject(body)) return body;
	const { agentId: _agentId, tenantId: _tenantId, ...rest } = body;
	return rest;
}

/** The input of a run can contain a file or two. */
const MAX_RUN_BODY = 16 * 1024 * 1024;

type MemoryBody = { memory: MemorySettings | false };

export const agents = [
	operation({
		id: "agents.list",
		method: "GET",
		path: "/v1/agents",
		access: "read",
		summary: "List the defined agents",
		answer: page(agent),
		handle: async ({ hf }) => ({ json: await hf.agents.list() }),
	}),
	operation({
		id: "agents.get",
		method: "GET",
		path: "/v1/agents/:id",
		access: "read",
		summary: "Get an agent",
		answer: agent,
		handle: async ({ hf, params }) => ({ json: await hf.agents.get(params.id ?? "") }),
	}),
	operation({
		id: "agents.configureMemory",
		method: "PUT",
		path: "/v1/agents/:id/memory",
		access: "admin",
		summary: "Override the memory settings of an agent's definition, from the next run on",
		body: bodyAs<MemoryBody>(memoryInput),
		answer: agent,
		handle: async ({ hf, params, body }) => ({
			json: await hf.agents.configureMemory(params.id ?? "", body.memory),
		}),
	}),
	operation({
		id: "agents.resetMemory",
		method: "DELETE",
		path: "/v1/agents/:id/memory",
		access: "admin",
		summary: "Remove the override; the memory settings of the definition apply again",
		answer: agent,
		handle: async ({ hf, params }) => ({ json: await hf.agents.configureMemory(params.id ?? "", null) }),
	}),
	operation({
		id: "agents.run",
		method: "POST",
		path: "/v1/agents/:id/run",
		access: "agent",
		user: true,
		summary: "Run an agent on the user's input, and return its output",
		long: true,
		repeat: repeatOf,
		maxBodyBytes: MAX_RUN_BODY,
		readBody: withoutAgent,
		body: bodyAs<Input>(runInput),
		bodyName: "run",
		answer: runResult,
		handle: async (call) => {
			const { onLeave, ...input } = await inputOf(call);
			// Validated with the rest, although only streamed runs have this option.
			if (onLeave !== undefined) parseRunInput({ ...input, onLeave } as RunInput);
			const leaving = onLeave === "cancel" && { signal: call.signal };
			const result = await call.served.run({ ...input, ...leaving }, generatedOf(call));
			return { json: ownUser(call.caller) === undefined ? result : ownResult(result) };
		},
	}),
	operation({
		id: "agents.stream",
		method: "POST",
		path: "/v1/agents/:id/stream",
		access: "agent",
		user: true,
		summary: "Run an agent and stream the run as server-sent events",
		long: true,
		repeat: "native",
		maxBodyBytes: MAX_RUN_BODY,
		readBody: withoutAgent,
		body: bodyAs<Input>(runInput),
		bodyName: "run",
		answer: runEvent,
		answerType: "text/event-stream",
		handle: async (call) => {
			const input = await inputOf(call);
			const generated = generatedOf(call);
			// Errors that are known before the run starts are a normal response, not a stream that ends
			// immediately.
			parseRunInput(input);
			await call.served.checkDefined(input.agentId);
			// A caller that disconnects before the first event was never seen reading.
			const leaving = input.onLeave === "cancel" && { signal: call.signal };
			const run = call.served.stream({ ...input, ...leaving }, generated);
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
		summary: "Run an agent on typed input, without a conversation. With a callback, responds immediately",
		long: true,
		repeat: "native",
		maxBodyBytes: MAX_RUN_BODY,
		readBody: withoutAgent,
		body: bodyAs<TriggerBody>(triggerInput),
		bodyName: "trigger",
		answer: triggerResult,
		handle: async (call) => {
			const { onLeave, ...body } = call.body;
			const input: TriggerInput = {
				...said({ idempotencyKey: call.idempotencyKey }),
				...body,
				agentId: call.params.id ?? "",
				...(onLeave === "cancel" && { signal: call.signal }),
			};
			const json = await call.hf.agents.trigger(input);
			return { ...(json.status === "pending" && { status: 202 }), json };
		},
	}),
];
