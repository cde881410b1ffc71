import type { Json } from "../../../event/index.ts";
import { UsageError } from "../../usage-error.ts";

/** Reads `name=value` pairs. A value is JSON if it is valid JSON, otherwise text. */
export function readValues(typed: readonly string[]): Record<string, Json> {
	return Object.fromEntries(
		typed.map((text) => {
			const at = text.indexOf("=");
			if (at < 1) throw new UsageError(`values: must be name=value; got "${text}"`);
			return [text.slice(0, at), readValue(text.slice(at + 1))];
		}),
	);
}

function readValue(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}
