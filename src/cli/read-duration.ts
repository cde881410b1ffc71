import { UsageError } from "./usage-error.ts";

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** A duration such as `90s`, `15m`, `12h`, `30d` or `2w`, in seconds. */
export function readDuration(text: string, option: string): number {
	const [, amount, unit] = /^(\d{1,9})([smhdw])$/.exec(text.trim().toLowerCase()) ?? [];
	const seconds = Number(amount) * (SECONDS[unit ?? ""] ?? Number.NaN);
	if (seconds > 0) return seconds;
	throw new UsageError(`${option}: must be a duration such as 90s, 15m, 12h, 30d or 2w; got "${text}"`);
}
