import { z } from "zod";
import { describeIssues, fieldName } from "../../agent/describe-issues.ts";
import { HoldfastError } from "../../error/index.ts";
import { sayIssue } from "../../error/say-issue.ts";
import { isObject } from "../../event/index.ts";

/** Members that the platform sets. Operations that do not ask for them ignore them. */
const STAMPED = ["tenant", "uid"] as const;

/** Whether a schema has a top-level field of this name. */
export function hasField(schema: z.ZodType, name: string): boolean {
	if (schema instanceof z.ZodObject) return name in schema.shape;
	if (schema instanceof z.ZodUnion)
		return schema.options.some((option) => hasField(option as z.ZodType, name));
	if (schema instanceof z.ZodPipe) return hasField(schema.in as z.ZodType, name);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
		return hasField(schema.unwrap() as z.ZodType, name);
	return false;
}

/** zod's own messages in our words, also those inside of a union. */
function reworded(issue: z.core.$ZodIssue, schema: z.ZodType): z.core.$ZodIssue {
	if (issue.code === "unrecognized_keys") return issue;
	const message = sayIssue(issue, schema);
	if (issue.code !== "invalid_union") return { ...issue, message };
	const errors = issue.errors.map((branch) => branch.map((one) => reworded(one, schema)));
	return { ...issue, message, errors } as z.core.$ZodIssue;
}

const MAX_SHOWN = 3;

function bodyError(
	schema: z.ZodType,
	{ issues: found }: z.ZodError,
	name: string | undefined,
): HoldfastError {
	const problems = describeIssues(
		schema,
		found.map((issue) => reworded(issue, schema)),
	);
	const issues = problems.map(({ path, message }) => {
		const field = fieldName(name === undefined ? path : [name, ...path]);
		return { field: field === "" ? "body" : field, message };
	});
	const shown = issues.slice(0, MAX_SHOWN).map(({ field, message }) => `${field}: ${message}`);
	return new HoldfastError("invalid", shown.join("; "), { issues });
}

interface BodyRules {
	readonly body: z.ZodType;
	readonly bodyName?: string;
	readBody?(value: unknown): unknown;
}

/**
 * The validation of a body, created once per operation. The body stays as it was sent: the library converts values
 * and knows the defaults.
 */
export function bodyCheck({ body, bodyName, readBody }: BodyRules): (value: unknown) => unknown {
	const stamped = STAMPED.filter((name) => !hasField(body, name));
	return (sent) => {
		if (isObject(sent)) for (const name of stamped) if (name in sent) delete sent[name];
		const value = readBody ? readBody(sent) : sent;
		if (!isObject(value)) throw new HoldfastError("invalid", "body: must be a JSON object");
		const result = body.safeParse(value);
		if (!result.success) throw bodyError(body, result.error, bodyName);
		return value;
	};
}
