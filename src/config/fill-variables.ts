import type { FieldPath, Problem } from "../agent/describe-issues.ts";
import { isObject } from "../event/index.ts";

/** `$${` as such, `${NAME}`, `${NAME:-default}`, or a `${` that is none of them. */
const VARIABLE = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]{0,1024}))?\})?/g;

export interface Filled {
	readonly value: unknown;
	readonly problems: readonly Problem[];
}

/**
 * Puts the variables of the environment into every text of a value; keys are left alone. What a variable holds is
 * put in as it is: a `${` in it means nothing.
 */
export function fillVariables(given: unknown, env: Readonly<NodeJS.ProcessEnv> = process.env): Filled {
	const problems: Problem[] = [];
	const fillText = (text: string, path: FieldPath): string =>
		text.replaceAll(VARIABLE, (found, name: string | undefined, fallback: string | undefined) => {
			if (found === "$${") return "${";
			if (name === undefined) {
				const message =
					// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
					"has a ${ that names no environment variable; write ${NAME}, ${NAME:-default}, or $${ for the text";
				problems.push({ path, message });
				return "";
			}
			const value = (Object.hasOwn(env, name) && env[name]) || fallback;
			if (value === undefined) {
				const message = `needs the environment variable ${name}, which is not set or empty`;
				problems.push({ path, message });
			}
			return value ?? "";
		});
	const fill = (value: unknown, path: FieldPath): unknown => {
		if (typeof value === "string") return fillText(value, path);
		if (Array.isArray(value)) return value.map((item: unknown, i) => fill(item, [...path, i]));
		if (!isObject(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]));
	};
	return { value: fill(given, []), problems };
}
