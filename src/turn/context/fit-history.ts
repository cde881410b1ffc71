import { estimateTokens, FILE_TOKENS } from "../../model/index.ts";
import type { AnsweredCall, Dropped, DropReason, Unit } from "./history-units.ts";
import { stepStart } from "./trim-steps.ts";

export interface HistoryLimits {
	/** How many messages may be replayed. */
	limit: number;
	/** How many tokens they may have, as estimated. */
	tokenBudget: number;
	/**
	 * How many messages the session held before the run's own. With it a full history is trimmed in steps (`trim-steps.ts`);
	 * without, to the newest that fit.
	 */
	said?: number | undefined;
	/** Whether the agent lists tools now: without, providers refuse a history with calls. */
	hasTools: boolean;
}

/** What is left of a tool's result that would not fit otherwise. */
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
 * The newest part of a history that fits: a run of units without gap that begins with the user. A full history loses a
 * whole step at once, so that its beginning stays the same for many turns. Says of everything else why it is not there.
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

/** The unit as it fits into so many tokens; long results are shortened before a unit is given up. */
function fitUnit(unit: Unit, room: number): { unit: Unit; tokens: number } | undefined {
	const tokens = unitTokens(unit);
	if (tokens <= room) return { unit, tokens };
	if (unit.role !== "tools") return undefined;
	const shorter = { ...unit, calls: unit.calls.map(shorten) };
	const fewer = unitTokens(shorter);
	return fewer <= room ? { unit: shorter, tokens: fewer } : undefined;
}

/** For an agent without tools: what was said along with the calls stays, the calls go. */
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
