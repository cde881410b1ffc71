import { z } from "zod";
import { EVENT_KINDS, type EventKind, ROLES, SESSION_MODES } from "./event.ts";
import { isObject } from "./json.ts";

/*
 * A filter selects events by kind (`message`), or by kind and value (`mode:manual`). The value is compared with one
 * member of the event's data, which depends on the kind.
 */

/** The member of `data` that a filter's value is compared with. Kinds that are not listed accept no value. */
const VALUE_OF: Partial<Record<EventKind, string>> = {
	message: "role",
	tool_call: "name",
	tool_result: "name",
	status: "status",
	step_output: "nodeId",
	mode: "to",
	session: "change",
	custom: "type",
};

/** Kinds with a fixed set of values. Any other value would never match. */
const KNOWN_VALUES: Partial<Record<EventKind, readonly string[]>> = { message: ROLES, mode: SESSION_MODES };

const MAX_FILTERS = 50;
const MAX_FILTER_LENGTH = 512;

const isKind = (text: string): text is EventKind => EVENT_KINDS.some((kind) => kind === text);

function split(filter: string): { kind: string; value: string | undefined } {
	const colon = filter.indexOf(":");
	if (colon < 0) return { kind: filter, value: undefined };
	return { kind: filter.slice(0, colon), value: filter.slice(colon + 1) };
}

/** What is wrong with a filter; undefined if it is valid. */
function fault(filter: string): string | undefined {
	const { kind, value } = split(filter);
	if (!isKind(kind)) return `"${kind}" is not a kind of event; use one of ${EVENT_KINDS.join(", ")}`;
	if (value === undefined) return undefined;
	const member = VALUE_OF[kind];
	if (member === undefined) return `"${kind}" takes no value: write "${kind}"`;
	if (value === "") return `"${filter}" has no value: write "${kind}", or "${kind}:" and the ${member}`;
	const known = KNOWN_VALUES[kind];
	if (known && !known.includes(value))
		return `"${kind}" has no value "${value}": use one of ${known.join(", ")}`;
	return undefined;
}

const eventFilter = z
	.string({ error: "must be a string" })
	.max(MAX_FILTER_LENGTH)
	.refine((text) => text.isWellFormed() && !text.includes("\0"), {
		error: "must not contain NUL and lone surrogates",
	})
	.superRefine((filter, context) => {
		const message = fault(filter);
		if (message !== undefined) context.addIssue({ code: "custom", message });
	});

/** A list of event filters, e.g. `["message", "mode:manual", "custom:order"]`. */
export const eventFilters = z
	.array(eventFilter, { error: "must be a list of event kinds" })
	.min(1, { error: "must name an event kind; leave it out for every event" })
	.max(MAX_FILTERS)
	.transform((filters) => [...new Set(filters)]);

/** The kinds that the filters name. No event of another kind can match. */
export function kindsOf(filters: readonly string[]): EventKind[] {
	return [...new Set(filters.map((filter) => split(filter).kind))].filter(isKind);
}

/** Whether one of the filters matches this event. */
export function matchesFilters(filters: readonly string[], event: { kind: string; data?: unknown }): boolean {
	const data = isObject(event.data) ? event.data : {};
	return filters.some((filter) => {
		const { kind, value } = split(filter);
		if (kind !== event.kind) return false;
		return value === undefined || data[VALUE_OF[kind as EventKind] ?? ""] === value;
	});
}
