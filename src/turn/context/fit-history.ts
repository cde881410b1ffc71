import { estimateTokens, FILE_TOKENS } from "../../model/index.ts";
import type { AnsweredCall, Dropped, DropReason, Unit } from "./history-units.ts";
import { stepStart } from "./trim-steps.ts";

export interface HistoryLimits {
	/** Maximum number of replayed messages. */
	limit: number;
	/** Maximum number of their tokens, as estimated. */
	tokenBudget: number;
	/**
	 * Number of messages in the session before the run's own. If set, a full history is trimmed in steps
	 * (`trim-steps.ts`); otherwise to the newest messages that fit.
	 */
	said?: number | undefined;
	/** Whether the prompt lists tools. If not, providers reject a history with calls. */
	hasTools: boolean;
}

/** Number of characters that are kept of a tool's result that would not fit otherwise. */
const SHORT_RESULT = 1_000;

const jsonTokens = (value: unknown): number =>
	estimateTokens(typeof value === "string" ? value : JSON.stringify(value));

export function unitTokens(unit: Unit): number {
	switch (unit.role) {
		case "user":
			return unit.content.reduce(
				(sum, part) => sum + (part.type === "text" ? estimateTokens(part.text) : FILE_TOKENS),
				0,
			);
		case "assistant":
			return estimateTokens(unit.text);
		case "tools":
			return unit.calls.reduce(
				(sum, call) => sum + estimateTokens(call.name) + jsonTokens(call.input) + jsonTokens(call.output),
				estimateTokens(unit.text),
			);
	}
}

/** How many messages a unit counts for: each call and each result is one. */
export function unitMessages(unit: Unit): number {
	return unit.role === "tools" ? unit.calls.length * 2 + (unit.text === "" ? 0 : 1) : 1;
}

function shorten(call: AnsweredCall): AnsweredCall {
	const text = typeof call.output === "string" ? call.output : JSON.stringify(call.output);
	if (text.length <= SHORT_RESULT) return call;
	const left = text.slice(0, SHORT_RESULT).toWellFormed();
	return { ...call, output: `${left} [${text.length - SHORT_RESULT} more characters left out]` };
}

export interface FittedHistory {
	units: Unit[];
	tokens: number;
}

/**
 * The newest part of a history that fits: units without a gap, beginning with the user. A full history loses
 * a whole step at a time, so that its beginning stays the same for many turns. `dropped` gets the reason for
 * every unit that is left out.
 */
export function fitHistory(units: readonly Unit[], limits: HistoryLimits, dropped: Dropped[]): FittedHistory {
	const drop = (unit: Unit, reason: DropReason): void => {
		for (const offset of unit.offsets) dropped.push({ sessionId: unit.sessionId, offset, reason });
	};
	const usable = limits.hasTools ? [...units] : withoutTools(units, drop);
	const kept: Unit[] = [];
	let messages = 0;
	let tokens = 0;
	let full: DropReason | undefined;
	for (const unit of usable.toReversed()) {
		const fitting = full ? undefined : fitUnit(unit, limits.tokenBudget - tokens);
		full ??= messages + unitMessages(unit) > limits.limit ? "limit" : fitting ? undefined : "tokens";
		if (full || !fitting) {
			drop(unit, full ?? "tokens");
			continue;
		}
		kept.push(fitting.unit);
		messages += unitMessages(unit);
		tokens += fitting.tokens;
	}
	kept.reverse();
	if (full && limits.said !== undefined) {
		for (const unit of kept.splice(0, stepStart(kept, limits.said))) {
			tokens -= unitTokens(unit);
			drop(unit, full);
		}
	}
	while (kept[0] && kept[0].role !== "user") {
		const first = kept.shift() as Unit;
		tokens -= unitTokens(first);
		drop(first, "starts_with_user");
	}
	return { units: kept, tokens };
}

/** The unit within this many tokens, or undefined if it does not fit. Long results are shortened first. */
function fitUnit(unit: Unit, room: number): { unit: Unit; tokens: number } | undefined {
	const tokens = unitTokens(unit);
	if (tokens <= room) return { unit, tokens };
	if (unit.role !== "tools") return undefined;
	const shorter = { ...unit, calls: unit.calls.map(shorten) };
	const fewer = unitTokens(shorter);
	return fewer <= room ? { unit: shorter, tokens: fewer } : undefined;
}

/** For an agent without tools: keeps the text that came with the calls, and drops the calls. */
function withoutTools(units: readonly Unit[], drop: (unit: Unit, reason: DropReason) => void): Unit[] {
	return units.flatMap((unit): Unit[] => {
		if (unit.role !== "tools") return [unit];
		const { sessionId, place, at, text, offsets } = unit;
		const [first, ...rest] = offsets;
		if (text === "" || first === undefined) {
			drop(unit, "no_tools");
			return [];
		}
		drop({ ...unit, offsets: rest }, "no_tools");
		return [{ role: "assistant", sessionId, place, at, text, offsets: [first] }];
	});
}
