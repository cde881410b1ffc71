import { type Event, type EventOf, type Json, type PlainPart, textOf } from "../../event/index.ts";
import { partsOf, withoutBytes } from "./prompt-parts.ts";

/** A tool call of an earlier run with its result. */
export interface AnsweredCall {
	id: string;
	name: string;
	input: Json;
	output: Json;
	isError: boolean;
}

interface Common {
	/** Id of the session. Units can come from several sessions. */
	sessionId: string;
	/** Offset at which the unit begins. Units are sorted by it. */
	place: number;
	/** Offsets of its events. */
	offsets: number[];
	at: string;
}

/**
 * One indivisible piece of earlier conversation: a message, or the tool calls of one step with all their
 * results. A history is trimmed between units, never inside one.
 */
export type Unit =
	| (Common & { role: "user"; content: PlainPart[] })
	| (Common & { role: "assistant"; text: string })
	| (Common & { role: "tools"; text: string; calls: AnsweredCall[] });

/** Why an event of the log is not in the prompt. */
export type DropReason =
	| "limit"
	| "tokens"
	| "starts_with_user"
	| "orphan"
	| "empty"
	| "not_replayed"
	| "no_tools"
	| "summarized";

export interface Dropped {
	sessionId: string;
	offset: number;
	reason: DropReason;
}

interface OpenCall {
	call: Omit<AnsweredCall, "output" | "isError"> & { output: Json | undefined; isError: boolean };
	offset: number;
	resultOffset: number | undefined;
	runId: string | undefined;
}

interface OpenGroup {
	key: string;
	text: string;
	textOffset: number | undefined;
	place: number;
	at: string;
	calls: OpenCall[];
}

const hasText = (text: string): boolean => text.trim() !== "";

/** The step that an event belongs to: calls of one step are one message of the model. */
function stepKey(event: Event, step: Json | undefined): string | undefined {
	return event.runId !== undefined && typeof step === "number" ? `${event.runId}/${step}` : undefined;
}

/**
 * Groups the events of one session into units, in the order of the log. Results come directly after the calls
 * of their step, whatever was logged between them. Calls without a result and results without a call are left
 * out.
 */
export function toUnits(events: readonly Event[], sessionId: string, dropped: Dropped[]): Unit[] {
	const items: (Unit | OpenGroup)[] = [];
	const groups = new Map<string, OpenGroup>();
	const waiting = new Map<string, OpenCall[]>();
	/**
	 * The group that a call without a step can join: such calls form a group if they directly follow each
	 * other.
	 */
	let adjacent: OpenGroup | undefined;
	const drop = (offset: number, reason: DropReason): void => {
		dropped.push({ sessionId, offset, reason });
	};

	const say = (event: EventOf<"message"> | EventOf<"reply">): void => {
		const { offset, at } = event;
		const role = event.kind === "reply" ? "assistant" : event.data.role;
		if (role === "user") {
			const content = partsOf(event.data.content);
			if (content.length === 0) drop(offset, "empty");
			else items.push({ role: "user", sessionId, place: offset, offsets: [offset], at, content });
		} else if (role === "assistant") {
			const text = textOf(event.data.content);
			if (hasText(text)) {
				items.push({ role: "assistant", sessionId, place: offset, offsets: [offset], at, text });
			} else drop(offset, "empty");
		} else {
			// System text is allowed only at the start; a tool's message without its call is an orphan.
			drop(offset, role === "tool" ? "orphan" : "not_replayed");
		}
	};

	/** The text that the model sent with its calls is part of the same message. */
	const takeText = (key: string | undefined): { text: string; textOffset: number | undefined } => {
		const last = items.at(-1);
		if (
			key !== undefined &&
			last &&
			"role" in last &&
			last.role === "assistant" &&
			interim.get(last) === key
		) {
			items.pop();
			return { text: last.text, textOffset: last.offsets[0] };
		}
		return { text: "", textOffset: undefined };
	};
	const interim = new Map<Unit, string>();

	const call = (event: EventOf<"tool_call">): void => {
		const { toolCallId: id, name, input, step } = event.data;
		const key = stepKey(event, step);
		let group = key === undefined ? adjacent : groups.get(key);
		if (!group) {
			const said = takeText(key);
			group = { key: key ?? "", ...said, place: said.textOffset ?? event.offset, at: event.at, calls: [] };
			items.push(group);
			if (key !== undefined) groups.set(key, group);
		}
		const open: OpenCall = {
			call: { id, name, input, output: undefined, isError: false },
			offset: event.offset,
			resultOffset: undefined,
			runId: event.runId,
		};
		group.calls.push(open);
		adjacent = key === undefined ? group : undefined;
		waiting.set(id, [...(waiting.get(id) ?? []), open]);
	};

	const result = (event: EventOf<"tool_result">): void => {
		const { toolCallId: id, output, isError } = event.data;
		const open = waiting.get(id) ?? [];
		// With some providers, ids repeat across runs: take the newest open call of the same run.
		const found = open.findLast((candidate) => candidate.runId === event.runId);
		if (!found) {
			drop(event.offset, "orphan");
			return;
		}
		waiting.set(
			id,
			open.filter((other) => other !== found),
		);
		found.call.output = withoutBytes(output);
		found.call.isError = isError === true;
		found.resultOffset = event.offset;
	};

	for (const event of events) {
		if (event.erased) continue;
		if (event.kind !== "tool_call") adjacent = undefined;
		if ((event.data as { replay?: Json }).replay === false) {
			drop(event.offset, "not_replayed");
		} else if (event.kind === "tool_call") call(event);
		else if (event.kind === "tool_result") result(event);
		else if (event.kind === "message" || event.kind === "reply") {
			say(event);
			const key = event.kind === "message" ? stepKey(event, event.data.step) : undefined;
			const last = items.at(-1);
			if (key !== undefined && last && "role" in last && last.offsets[0] === event.offset)
				interim.set(last, key);
		}
	}
	return items.flatMap((item) => ("role" in item ? [item] : closeGroup(item, sessionId, drop)));
}

/** The group's calls with their results. Calls without a result do not go to a model. */
function closeGroup(
	group: OpenGroup,
	sessionId: string,
	drop: (offset: number, reason: DropReason) => void,
): Unit[] {
	const calls: AnsweredCall[] = [];
	const offsets: number[] = group.textOffset === undefined ? [] : [group.textOffset];
	for (const { call, offset, resultOffset } of group.calls) {
		const { output } = call;
		if (output === undefined || resultOffset === undefined) {
			drop(offset, "orphan");
			continue;
		}
		calls.push({ ...call, output });
		offsets.push(offset, resultOffset);
	}
	const { place, at, text } = group;
	if (calls.length > 0) return [{ role: "tools", sessionId, place, offsets, at, text, calls }];
	return hasText(text) ? [{ role: "assistant", sessionId, place, offsets, at, text }] : [];
}
