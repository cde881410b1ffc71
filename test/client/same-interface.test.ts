import { afterAll, expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { type Holdfast, holdfast } from "../../src/index.ts";

const closing: Holdfast[] = [];
afterAll(async () => {
	for (const hf of closing) await hf.close();
});

/** The names of all members, of objects inside too. */
function names(owner: object, prefix = ""): string[] {
	return Reflect.ownKeys(owner).flatMap((key) => {
		const member = Reflect.get(owner, key) as unknown;
		const name = `${prefix}${String(key)}`;
		if (typeof member === "function") return [`${name}()`];
		return typeof member === "object" && member !== null && key !== "ref"
			? names(member, `${name}.`)
			: [name];
	});
}

test("IF1: a client has exactly the methods of the library, and those of what it hands out", async () => {
	const embedded = await holdfast();
	const client = createClient({ url: "http://127.0.0.1:1" });
	closing.push(embedded, client);
	const all = (hf: Holdfast): string[] => {
		const session = hf.session({ agentId: "a", sessionId: "s" });
		return [
			...names(hf),
			...names(session, "session()."),
			...names(session.rewind(0), "rewind()."),
			...names(hf.memory("a"), "memory()."),
		].sort();
	};
	expect(all(client)).toEqual(all(embedded));
	expect(all(client).length).toBeGreaterThan(80);
});

test("IF1: a client closes itself at the end of a block", async () => {
	let kept: Holdfast;
	{
		await using hf = createClient({ url: "http://127.0.0.1:1" });
		kept = hf;
	}
	await expect(kept.users.list()).rejects.toMatchObject({ code: "unavailable", retryable: false });
});
