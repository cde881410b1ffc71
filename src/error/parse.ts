import type { z } from "zod";
import { HoldfastError } from "./holdfast-error.ts";
import { sayIssue } from "./say-issue.ts";

/** Checks a value from outside against a schema. The error names the field and what it must be. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const issues = result.error.issues.map((issue) => {
		const path = issue.path
			.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
			.join("");
		return { field: `${what}${path}`, message: sayIssue(issue, schema) };
	});
	const shown = issues.slice(0, 3).map((issue) => `${issue.field}: ${issue.message}`);
	throw new HoldfastError("invalid", shown.join("; "), { issues });
}
