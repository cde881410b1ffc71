import { describe, expect, it } from "vitest";
import { analyse } from "../index/analyse.ts";
import type { SpeakerKind } from "../index/analysed.ts";
import { createMessageView } from "../index/message-view.ts";
import { conversationsIn } from "./talk.ts";

function isTalk(lines: readonly [kind: SpeakerKind, text: string, speaker?: string][]): boolean {
	const view = createMessageView();
	view.add(
		"s",
		lines.map(([kind, text, speaker], offset) => ({
			...analyse(text, { kind, ...(speaker && { speaker }) }),
			offset,
			at: 0,
		})),
	);
	return conversationsIn(view)(0) === "talk";
}

describe("a conversation of people", () => {
	it("is two who speak of themselves, whatever their roles", () => {
		expect(
			isTalk([
				["user", "I went to see my mother.", "Ada"],
				["assistant", "I hope she is well. My own is ill.", "Bob"],
			]),
		).toBe(true);
	});

	it("is not a user with an assistant, a tool or code", () => {
		expect(
			isTalk([
				["user", "I need a list of rivers."],
				["assistant", "The longest rivers are the Nile, the Amazon and the Yangtze."],
			]),
		).toBe(false);
		expect(isTalk([["user", "I went home with my dog.", "Ada"]])).toBe(false);
		expect(
			isTalk([
				["user", "I run this:\n```\nls\n```"],
				["assistant", "I see. Here is mine:\n```\nls -l\n```"],
			]),
		).toBe(false);
	});

	it("is not one in another language: what is known of English talk does not hold there", () => {
		expect(
			isTalk([
				["user", "Ich war gestern bei meiner Mutter.", "Ada"],
				["user", "Meine ist leider krank geworden.", "Bob"],
			]),
		).toBe(false);
	});
});
