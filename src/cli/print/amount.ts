const digits = new Intl.NumberFormat("en");

/** A number with its noun: `1 session`, `2,500 events`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
	`${digits.format(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
	const last = parts.at(-1) ?? "";
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
