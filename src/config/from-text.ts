/**
 * What a variable holds is always text. Where the field wants a number or a truth value, text that is one becomes one;
 * everything else is left for the check to refuse.
 */
export function fromText(given: unknown, wanted: "number" | "boolean"): unknown {
	if (typeof given !== "string") return given;
	const text = given.trim();
	if (wanted === "number") return /^\d{1,15}$/.test(text) ? Number(text) : given;
	return text === "true" ? true : text === "false" ? false : given;
}
