import { z } from "zod";

/*
 * Parameters of a query string. All of them are text: what looks like a number or a flag becomes one, what does not is
 * passed on for the library to refuse.
 */

export const text = z.string({ error: "must be given once" });

const toNumber = (value: string): number =>
	(/^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value) as number;

const toFlag = (value: string): boolean =>
	(value === "true" || value === "false" ? value === "true" : value) as boolean;

export const integer = text.transform(toNumber).meta({ type: "integer" });
export const number = text.transform(toNumber).meta({ type: "number" });
export const flag = text.transform(toFlag).meta({ type: "boolean" });

/** Several words: as often as there are, or with commas between. */
export const words = z
	.union([z.string(), z.array(z.string())])
	.transform((value) => [value].flat().flatMap((one) => one.split(",")))
	.meta({ type: "array", items: { type: "string" }, anyOf: undefined });

/** Which session: all three as far as it has them, or its id alone where only one session has it. */
export const sessionQuery = z.strictObject({
	agent: text.optional().meta({ description: "The id of the agent" }),
	user: text.optional().meta({ description: "The id of the user, if the session has one" }),
	session: text
		.optional()
		.meta({ description: "The id of the session; alone it does where only one session has it" }),
});

/** Whose memory. */
export const memoryQuery = z.strictObject({
	agent: text.optional().meta({ description: "The id of the agent" }),
	user: text.optional().meta({ description: "The id of the user; without it, what is known to all" }),
	everybody: flag
		.optional()
		.meta({ description: "Of everybody, or all of a user: for those who operate it" }),
	create: flag.optional().meta({
		description: "True takes an agent that is not defined and has no memory yet; else that is `not_found`",
	}),
});

/** A part of a list. */
export const cursorQuery = z.strictObject({
	limit: integer.optional(),
	cursor: text.optional().meta({ description: "The `next` of the page before" }),
});

/** For ids that no path can carry: `.` and `..` mean something else there. */
export const idQuery = z.strictObject({
	id: text
		.optional()
		.meta({ description: "Instead of the id in the path, for `.` and `..`, which no path can hold" }),
});

/** The id that an address names. */
export const idOf = ({
	params,
	query,
}: {
	params: Readonly<Record<string, string>>;
	query: { id?: string | undefined };
}) => query.id ?? params.id ?? "";

/** Without members that are undefined: what is not said has the library's default. */
export function said<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
