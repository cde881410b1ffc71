import type { FieldPath, Problem } from "../agent/describe-issues.ts";
import { isObject } from "../event/index.ts";

/** An escaped `$${`, `${NAME}`, `${NAME:-default}`, or an invalid `${`. */
const VARIABLE = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]{0,1024}))?\})?/g;

export interface Filled {
	readonly value: unknown;
	readonly problems: readonly Problem[];
}

/**
 * Fills environment variables into every text of a value, but not into keys. The content of a variable is inserted
 * unchanged: a `${` in it has no meaning.
 */
export function fillVariables(given: unknown, env: Readonly<NodeJS.ProcessEnv> = process.env): Filled {
	const problems: Problem[] = [];
	const fillText = (text: string, path: FieldPath): string =>
		text.replaceAll(VARIABLE, (found, name: string | undefined, fallback: string | undefined) => {
			if (found === "$${") return "${";
			if (name === undefined) {
				const message =
					// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users write it.
					"contains a ${ that is not an environment variable; write ${NAME}, ${NAME:-default}, or $${ for a literal ${";
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
