/** `1 message`, `2 messages`. */
export const counted = (count: number, one: string): string =>
	`${count.toLocaleString()} ${one}${count === 1 ? "" : "s"}`;
