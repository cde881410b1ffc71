import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Hit, holdfast } from "../../src/index.ts";
import { root } from "../house/root.ts";
import { line } from "./drafts.ts";

const page = readFileSync(root("docs/memory.md"), "utf8");

/** A score as the page shows it. */
function sum({ parts, score }: Hit): string {
	const shown = Object.entries(parts).map(([name, part]) => `${name} ${part.toFixed(3)}`);
	return `${shown.join(" + ")} = ${score.toFixed(3)}`;
}

test("the worked scores of docs/memory.md are those that a search gives (FA2)", async () => {
	await using hf = await holdfast();
	const memory = hf.memory("support", { userId: "ada" });
	await memory.writeMany([
		{ content: "The user's dog Rex is a terrier.", importance: 0.7 },
		"The user's sister Anna lives in Oslo.",
		"The user prefers tea to coffee.",
		"The user works as a nurse.",
	]);
	const [fact] = (await memory.search("What breed is the dog?")).hits;
	expect(fact?.content).toBe("The user's dog Rex is a terrier.");
	expect(page).toContain(`\n${sum(fact as Hit)}\n`);

	const session = hf.session({ agentId: "support", userId: "ada", sessionId: "monday" });
	await session.append([
		line("user", "We adopted a dog from the shelter, a terrier called Rex."),
		line("assistant", "Congratulations! How old is he?"),
		line("user", "He is four, and he sleeps on the sofa."),
		line("assistant", "That sounds cosy."),
	]);
	const [message] = (await session.search("How old is the dog?", { include: ["messages"] })).hits;
	expect(message?.content).toBe("He is four, and he sleeps on the sofa.");
	expect(page).toContain(`\n${sum(message as Hit)}\n`);
});
