import type { NewEvent } from "../../src/index.ts";

const TOLD = [
	"Hi, my name is Ada and I live in Lisbon.",
	"I work as a nurse at the city hospital.",
	"My sister Maria moved to Oslo last month.",
	"I'm allergic to peanuts.",
	"I prefer tea to coffee.",
	"We are going to Rome next week.",
	"My dog Rex is four years old.",
	"I used to smoke, but I quit two years ago.",
	"Please always answer in short sentences.",
	"My birthday is on 3 June.",
	"I bought a new bicycle yesterday.",
	"I can't stand loud music.",
] as const;
const SMALL_TALK = [
	"Can you look at the second paragraph again?",
	"That did not work, the error is still there.",
	"Thanks, that helps.",
	"What would you do first?",
	"Let me think about it for a while.",
] as const;
const ANSWERS = [
	"Of course. The second paragraph repeats what the first one says; I would cut it and start with the example instead.",
	"Then the cache is the next thing to look at. Clear it, start the service again, and tell me what the log says.",
	"You are welcome.",
	"I would begin with the smallest change that shows whether the idea works, and measure before anything else.",
] as const;

/** A conversation of so many turns, with something to remember in every fifth. */
export function conversation(turns: number): NewEvent[] {
	const start = Date.UTC(2026, 4, 4, 9);
	return Array.from({ length: turns }, (_, i): NewEvent => {
		const at = new Date(start + i * 60_000).toISOString();
		const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;
		if (i % 2 === 1) {
			return {
				kind: "message",
				source: "agent",
				at,
				data: { role: "assistant", content: pick(ANSWERS, i >> 1) },
			};
		}
		const tells = (i / 2) % 5 === 0;
		const content = tells ? pick(TOLD, i / 10) : pick(SMALL_TALK, i / 2);
		return { kind: "message", source: "user", at, data: { role: "user", content } };
	});
}
