import { UsageError } from "./usage-error.ts";

/** The value of a numeric option; undefined if it was not given. */
export function readNumber(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const value = text.trim() === "" ? Number.NaN : Number(text);
	if (Number.isFinite(value)) return value;
	throw new UsageError(`${option}: must be a number; got "${text}"`);
}

/** The value of an option with a range from 0 to 1. */
export function readShare(option: string, text: string | undefined): number | undefined {
	const value = readNumber(option, text);
	if (value === undefined || (value >= 0 && value <= 1)) return value;
	throw new UsageError(`${option}: must be a number from 0 to 1; got ${text}`);
}
