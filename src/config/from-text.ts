/**
 * Environment variables are always text. If a field needs a number or a boolean, text that is one is converted. Other text
 * stays unchanged, and the check rejects it.
 */
export function fromText(given: unknown, wanted: "number" | "boolean"): unknown {
	if (typeof given !== "string") return given;
	const text = given.trim();
	if (wanted === "number") return /^\d{1,15}$/.test(text) ? Number(text) : given;
	return text === "true" ? true : text === "false" ? false : given;
}
