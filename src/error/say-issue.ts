import type { z } from "zod";

/* Imports only the types of zod: the client has these errors, too, and has no dependencies. */

const BOUND: Readonly<Record<string, string>> = { string: "characters", array: "elements" };

/** Whether the message is zod's default, not one of the schema. */
const isUsual = (message: string): boolean =>
	/^(Invalid input: expected|Invalid option|Unrecognized key|Too big|Too small)/.test(message);

const isMissing = (message: string): boolean => message.endsWith("received undefined");

/** Says what is wrong with a value and what it must be. Messages of the schema itself stay as they are. */
export function sayIssue(issue: z.core.$ZodIssue, schema: z.ZodType): string {
	const { message } = issue;
	if (!isUsual(message)) return message;
	if (issue.code === "unrecognized_keys") {
		const known = issue.path.length === 0 && "shape" in schema ? Object.keys(schema.shape as object) : [];
		const those = known.length > 0 ? `; known fields: ${known.join(", ")}` : "";
		return `unknown field${issue.keys.length === 1 ? "" : "s"} ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}${those}`;
	}
	if (issue.code === "invalid_type") {
		const expected = issue.expected === "int" ? "whole number" : issue.expected;
		const article = /^[aeio]/.test(expected) ? "an" : "a";
		return `${isMissing(message) ? "is missing; it " : ""}must be ${article} ${expected}`;
	}
	if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
	if (issue.code === "too_big")
		return withUnit(`must ${verb(issue.origin)} at most ${issue.maximum}`, issue.origin);
	if (issue.code === "too_small")
		return withUnit(`must ${verb(issue.origin)} at least ${issue.minimum}`, issue.origin);
	return message;
}

const verb = (origin: string): string => (origin in BOUND ? "have" : "be");

const withUnit = (text: string, origin: string): string =>
	origin in BOUND ? `${text} ${BOUND[origin]}` : text;
