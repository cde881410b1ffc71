import type { Holdfast } from "holdfast";
import { message } from "../../stores.ts";

export const SESSIONS = 1000;
export const WRITERS = 32;

/** Async writers that share so many appends, each waiting for its own before it makes the next. */
export async function spread(
	writers: number,
	count: number,
	append: (i: number) => Promise<unknown>,
): Promise<void> {
	let next = 0;
	const writer = async (): Promise<void> => {
		for (let i = next++; i < count; i = next++) await append(i);
	};
	await Promise.all(Array.from({ length: writers }, writer));
}

/** Appends a message to each of so many sessions in turn. */
export function appendInTurn(hf: Holdfast, sessions: number): (i: number) => Promise<unknown> {
	const all = Array.from({ length: sessions }, (_, i) =>
		hf.session({ agentId: "bench", sessionId: `s${i}` }),
	);
	return (i) => all[i % sessions]?.append(message(i)) ?? Promise.resolve();
}
