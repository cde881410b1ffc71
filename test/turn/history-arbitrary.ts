import fc from "fast-check";
import type { EventKind, EventSource, Json, JsonObject } from "../../src/index.ts";

/** Planted in everything that must never reach a prompt. */
export const SECRET = "secret-4f1c";

/** An event as a log may hold it, whoever wrote it. */
export interface LoggedEvent {
	kind: EventKind;
	source: EventSource;
	runId: string | undefined;
	data: JsonObject;
}

const blank = fc.constantFrom("", " ", "\n\t ");
const short = fc.constantFrom("hello", "where is my order?", "{plan}", "<b>", "¿qué? 你好 🙂");
const word = fc.oneof(
	{ weight: 12, arbitrary: short },
	{ weight: 1, arbitrary: fc.constant("x".repeat(3_000)) },
);
const text = fc.oneof({ weight: 1, arbitrary: blank }, { weight: 6, arbitrary: word });
const runId = fc.constantFrom(undefined, "run-1", "run-2", "run-3");
const step = fc.constantFrom(undefined, 0, 1, 2);
const hidden = fc.oneof(
	{ weight: 8, arbitrary: fc.constant({}) },
	{ weight: 1, arbitrary: fc.constant({ replay: false }) },
);
const callId = fc.constantFrom(
	"call_1",
	"call_2",
	"call_3",
	"a",
	"with space",
	"ünïcode",
	"x".repeat(41),
	"a.b:c",
);
const toolName = fc.constantFrom(
	"find",
	"gone",
	"1st",
	"two words",
	"ünïcode",
	"n".repeat(70),
	"a.b",
	"reply",
);
/** Mostly what can be marked with its place; and what no provider takes as it is. */
const json = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom<Json>({ id: 1 }, {}, { deep: [{ er: null }] }, "text") },
	{ weight: 1, arbitrary: fc.constantFrom<Json>("", " ", 7, null, true, [1, "a"], "y".repeat(4_000)) },
);

const part = fc.oneof(
	text.map((given): JsonObject => ({ type: "text", text: given })),
	fc.constantFrom<JsonObject>(
		{ type: "image", url: "https://files.test/a.png", mediaType: "image/png" },
		{ type: "image", image: "data:image/png;base64,iVBORw0KGgo=" },
		{ type: "image", data: "iVBORw0KGgo=", mediaType: "image/png" },
		{ type: "file", url: "https://files.test/a.pdf", mediaType: "application/pdf", filename: "a.pdf" },
		{ type: "file", data: "JVBERi0=", mediaType: "application/pdf" },
		{ type: "file" },
		{ type: "image", url: "" },
		{ type: "text" },
		{ type: "text", text: 7 },
		{ type: "sticker", name: "cat" },
	),
);
const content = fc.oneof(
	{ weight: 4, arbitrary: text as fc.Arbitrary<Json> },
	{ weight: 1, arbitrary: fc.array(part, { maxLength: 3 }) as fc.Arbitrary<Json> },
);

type Speaker = { role: string; source: EventSource; displayName?: string };
const speaker = fc.constantFrom<Speaker>(
	{ role: "user", source: "user" },
	{ role: "user", source: "user" },
	{ role: "user", source: "integration" },
	{ role: "assistant", source: "agent" },
	{ role: "assistant", source: "human", displayName: "Ann" },
	{ role: "system", source: "system" },
	{ role: "tool", source: "tool" },
);

const message = fc
	.record({ speaker, content, runId, step, hidden })
	.map(({ speaker: { source, ...who }, content: said, runId: run, step: no, hidden: more }): LoggedEvent => {
		const interim = who.role === "assistant" && no !== undefined ? { step: no } : {};
		return { kind: "message", source, runId: run, data: { ...who, content: said, ...interim, ...more } };
	});
const reply = fc.record({ content, runId, hidden }).map(
	({ content: said, runId: run, hidden: more }): LoggedEvent => ({
		kind: "reply",
		source: "agent",
		runId: run,
		data: { content: said, ...more },
	}),
);
const call = fc
	.record({ toolCallId: callId, name: toolName, input: json, step, runId, hidden })
	.map(({ runId: run, hidden: more, step: no, ...data }): LoggedEvent => {
		const numbered = no === undefined ? {} : { step: no };
		return { kind: "tool_call", source: "agent", runId: run, data: { ...data, ...numbered, ...more } };
	});
const result = fc
	.record({ toolCallId: callId, name: toolName, output: json, isError: fc.boolean(), runId, hidden })
	.map(
		({ runId: run, hidden: more, isError, ...data }): LoggedEvent => ({
			kind: "tool_result",
			source: "tool",
			runId: run,
			data: { ...data, ...(isError && { isError }), ...more },
		}),
	);
const other = fc.constantFrom<LoggedEvent>(
	{ kind: "status", source: "system", runId: "run-1", data: { status: "running" } },
	{ kind: "status", source: "system", runId: "run-2", data: { status: "cancelled" } },
	{ kind: "state", source: "agent", runId: undefined, data: {} },
	{ kind: "custom", source: "integration", runId: undefined, data: { type: "page", note: SECRET } },
	{ kind: "mode", source: "system", runId: undefined, data: { from: "manual", to: "auto" } },
	{ kind: "session", source: "system", runId: undefined, data: { change: "ended" } },
	{ kind: "step_output", source: "system", runId: undefined, data: { nodeId: "n", value: SECRET } },
);
const summary = fc.nat(40).map(
	(upTo): LoggedEvent => ({
		kind: "summary",
		source: "system",
		runId: undefined,
		data: { content: "They said hello.", upTo },
	}),
);

/** A whole step as a run logs it: text, calls, then the results in any order, some missing, others' events between. */
const wholeStep = fc
	.record({
		runId: fc.constantFrom("run-1", "run-2", "run-3", undefined),
		step: fc.nat(4),
		text,
		ids: fc.uniqueArray(callId, { minLength: 1, maxLength: 4 }),
		name: toolName,
		inputs: fc.array(json, { minLength: 4, maxLength: 4 }),
		outputs: fc.array(json, { minLength: 4, maxLength: 4 }),
		order: fc.shuffledSubarray([0, 1, 2, 3]),
		between: fc.array(fc.oneof(message, reply, other), { maxLength: 3 }),
	})
	.map(({ runId: run, step: no, text: said, ids, name, inputs, outputs, order, between }) => {
		const made = (kind: EventKind, source: EventSource, data: JsonObject): LoggedEvent => ({
			kind,
			source,
			runId: run,
			data,
		});
		const calls = ids.map((toolCallId, i) =>
			made("tool_call", "agent", { toolCallId, name, input: inputs[i] ?? null, step: no }),
		);
		const results = order.flatMap((i) => {
			const toolCallId = ids[i];
			const output = outputs[i] ?? null;
			return toolCallId === undefined ? [] : [made("tool_result", "tool", { toolCallId, name, output })];
		});
		const words = made("message", "agent", { role: "assistant", content: said, step: no });
		// The others' events come between the calls and the results, and among the results.
		const mixed = results.flatMap((event, i) => [...(between[i] ? [between[i]] : []), event]);
		return [words, ...calls, ...mixed, ...between.slice(results.length)];
	});

const one = (arbitrary: fc.Arbitrary<LoggedEvent>) => arbitrary.map((event) => [event]);

const isObject = (value: Json | undefined): value is JsonObject =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** In front: the end of a long text may be left out. */
function withPlace(value: Json, place: number): Json {
	if (isObject(value)) return { at: `@@${place}@@`, ...value };
	return typeof value === "string" && value.trim() !== "" ? `@@${place}@@ ${value}` : value;
}

/** Marks what is said, asked and given with its place, so that a prompt can be compared with the log. */
function marked(event: LoggedEvent, place: number): LoggedEvent {
	const { content: said, input, output } = event.data;
	const more: JsonObject = {};
	if (typeof said === "string" && said.trim() !== "") more.content = `${said} @@${place}@@`;
	if (input !== undefined) more.input = withPlace(input, place);
	if (output !== undefined) more.output = withPlace(output, place);
	return { ...event, data: { ...event.data, ...more } };
}

/** What a session's log may hold. */
export const anyHistory: fc.Arbitrary<LoggedEvent[]> = fc
	.noBias(
		// Small histories, which a bias prefers, seldom hold a call with its result behind a user's message.
		fc.array(
			fc.oneof(
				{ weight: 6, arbitrary: one(message) },
				{ weight: 1, arbitrary: one(reply) },
				{ weight: 2, arbitrary: one(call) },
				{ weight: 2, arbitrary: one(result) },
				{ weight: 1, arbitrary: one(other) },
				{ weight: 1, arbitrary: one(summary) },
				{ weight: 4, arbitrary: wholeStep },
			),
			{ maxLength: 25, size: "max" },
		),
	)
	.map((groups) => groups.flat().map(marked));

const settings = fc.record({
	limit: fc.oneof(fc.nat(30), fc.constantFrom(100, 1_000)),
	messageLimit: fc.oneof(
		{ weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
		{ weight: 2, arbitrary: fc.constant(1_000) },
	),
	tokenBudget: fc.oneof(
		{ weight: 1, arbitrary: fc.constantFrom(0, 1, 20, 300, 1_500) },
		{ weight: 2, arbitrary: fc.constant(32_000) },
	),
	summarize: fc.constantFrom(true, false, false),
	save: fc.constantFrom("full" as const, "input_output" as const),
});

/** How a run is told to remember; half of the time with room for everything. */
export const anySettings = fc.oneof(
	settings,
	settings.map((given) => ({
		...given,
		limit: 1_000,
		messageLimit: 1_000,
		tokenBudget: 200_000,
		summarize: false,
	})),
);
