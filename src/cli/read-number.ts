import { UsageError } from "./usage-error.ts";

/** An option that is a number; undefined where it was not given. */
export function readNumber(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const value = text.trim() === "" ? Number.NaN : Number(text);
	if (Number.isFinite(value)) return value;
	throw new UsageError(`${option}: "${text}" is no number`);
}

/** The same for what goes from 0 to 1. */
export function readShare(option: string, text: string | undefined): number | undefined {
	const value = readNumber(option, text);
	if (value === undefined || (value >= 0 && value <= 1)) return value;
	throw new UsageError(`${option} must be from 0 to 1`);
}
