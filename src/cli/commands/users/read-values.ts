import type { Json } from "../../../event/index.ts";
import { UsageError } from "../../usage-error.ts";

/** `name=value` each: JSON where it is JSON, else text. */
export function readValues(typed: readonly string[]): Record<string, Json> {
	return Object.fromEntries(
		typed.map((text) => {
			const at = text.indexOf("=");
			if (at < 1) throw new UsageError(`"${text}" sets nothing: write name=value`);
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
