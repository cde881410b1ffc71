import { z } from "zod";
import { EVENT_KINDS, EVENT_SOURCES, type EventKind, ROLES, SESSION_MODES } from "./event.ts";
import { keyText } from "./ids.ts";
import { isObject } from "./json.ts";

const text = z.string({ error: "must be a string" });
const anyJson = z.unknown().refine((value) => value !== undefined, { error: "is missing" });
/** Rejects objects with `toJSON`: the value that is checked must be the value that is stored. */
const isPlain = (value: unknown): boolean => isObject(value) && typeof value.toJSON !== "function";
export const jsonObject = z.custom<Record<string, unknown>>(isPlain, { error: "must be a plain object" });

/** Text, or parts that each have a type. */
export const messageContent = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))], {
	error: "must be a string or an array of parts with a `type`",
});
export const role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}` });
export const sessionMode = z.enum(SESSION_MODES, { error: `must be one of ${SESSION_MODES.join(", ")}` });

/** The documented members of `data`, by kind. Other members are kept as they are. */
const DATA: Record<EventKind, () => z.ZodType> = {
	message: () => z.looseObject({ role, content: messageContent, displayName: text.optional() }),
	tool_call: () =>
		z.looseObject({
			toolCallId: keyText,
			name: keyText,
			input: anyJson,
			step: z.number().int().optional(),
		}),
	tool_result: () =>
		z.looseObject({
			toolCallId: keyText,
			name: keyText,
			output: anyJson,
			isError: z.boolean().optional(),
		}),
	reply: () => z.looseObject({ content: messageContent }),
	status: () => z.looseObject({ status: text }),
	state: () => z.looseObject({}),
	step_output: () => z.looseObject({ nodeId: keyText, value: anyJson }),
	mode: () =>
		z.looseObject({ from: sessionMode, to: sessionMode, by: text.optional(), reason: text.optional() }),
	session: () => z.looseObject({ change: text }),
	summary: () => z.looseObject({ content: text, upTo: z.number().int() }),
	custom: () => z.looseObject({ type: text.optional() }),
};

const schemas = new Map<EventKind, z.ZodType>();

/** The schema of a kind's `data`. Created at its first use, to keep process start fast. */
export function dataSchema(kind: EventKind): z.ZodType {
	let schema = schemas.get(kind);
	if (!schema) {
		schema = DATA[kind]();
		schemas.set(kind, schema);
	}
	return schema;
}

const FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** A time as an ISO 8601 string with a time zone, or a Date. The output is in milliseconds. */
export const moment = z
	.union(
		[
			z.iso.datetime({
				offset: true,
				error: "must be a date-time with zone, e.g. 2026-01-31T09:30:00Z, or a Date",
			}),
			z.date(),
		],
		{
			error: "must be an ISO 8601 date-time with zone, or a Date",
		},
	)
	.transform((value) => (value instanceof Date ? value.getTime() : Date.parse(value)))
	.refine((ms) => Number.isFinite(ms), { error: "is not a valid date" })
	// Other years are written with a sign and six digits, and could not be read again.
	.refine((ms) => ms >= FIRST_MS && ms <= LAST_MS, { error: "must be in the years 0000 to 9999" });

export const stateDelta = z.strictObject(
	{ set: jsonObject.optional(), remove: z.array(keyText).optional() },
	{ error: "must be { set?, remove? }" },
);

/** Unknown members of the event itself (tenant, uid, offset, …) are dropped: the platform sets them, not the caller. */
export const newEvent = z.object(
	{
		kind: z.enum(EVENT_KINDS, { error: `must be one of ${EVENT_KINDS.join(", ")}` }),
		source: z.enum(EVENT_SOURCES, { error: `must be one of ${EVENT_SOURCES.join(", ")}` }),
		data: jsonObject,
		metadata: jsonObject.optional(),
		stateDelta: stateDelta.optional(),
		at: moment.optional(),
	},
	{ error: "must be an event object { kind, source, data }" },
);
