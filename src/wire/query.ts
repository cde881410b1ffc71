import { z } from "zod";

/*
 * Query parameters are text. Numbers and flags are converted; anything else is passed on, and the library rejects
 * it.
 */

export const text = z.string({ error: "must be given once" });

const toNumber = (value: string): number =>
	(/^-?\d{1,16}(\.\d{1,16})?$/.test(value) ? Number(value) : value) as number;

const toFlag = (value: string): boolean =>
	(value === "true" || value === "false" ? value === "true" : value) as boolean;

export const integer = text.transform(toNumber).meta({ type: "integer" });
export const number = text.transform(toNumber).meta({ type: "number" });
export const flag = text.transform(toFlag).meta({ type: "boolean" });

/** Several words: as repeated parameters, or separated by commas. */
export const words = z
	.union([z.string(), z.array(z.string())])
	.transform((value) => [value].flat().flatMap((one) => one.split(",")))
	.meta({ type: "array", items: { type: "string" }, anyOf: undefined });

/** Which session: its full name, or its session id if only one session has it. */
export const sessionQuery = z.strictObject({
	agent: text.optional().meta({ description: "Id of the agent" }),
	user: text.optional().meta({ description: "Id of the user, if the session has one" }),
	session: text
		.optional()
		.meta({ description: "Id of the session. Sufficient alone if only one session has it" }),
});

/** Which memory. */
export const memoryQuery = z.strictObject({
	agent: text.optional().meta({ description: "Id of the agent" }),
	user: text.optional().meta({ description: "Id of the user. Without it: facts shared by all users" }),
	everybody: flag
		.optional()
		.meta({ description: "Facts of all users, or with `user` all facts of that user; for operators" }),
	create: flag.optional().meta({
		description: "true: also accept an agent that is not defined and has no memory yet. Default: `not_found`",
	}),
});

/** Which page of a list. */
export const cursorQuery = z.strictObject({
	limit: integer.optional(),
	cursor: text.optional().meta({ description: "The `next` of the previous page" }),
});

/** For the ids `.` and `..`, which have a meaning in paths. */
export const idQuery = z.strictObject({
	id: text.optional().meta({
		description: "Replaces the id in the path, for the ids `.` and `..`, which a path cannot contain",
	}),
});

/** The names of the parameters of a query. */
export type QueryNames<Q extends z.ZodType> = keyof z.input<Q> & string;
