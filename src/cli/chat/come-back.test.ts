import { expect, test } from "vitest";
import { comeBack } from "./come-back.ts";

test("IF4: what to type to come back has what is needed, quoted, and no secrets", () => {
	const ref = { agentId: "support", userId: "ada", sessionId: "s1" };
	expect(comeBack(ref, {}, "ada")).toBe("holdfast chat support -c");
	expect(comeBack(ref, { tenant: "a b" }, "bob")).toBe("holdfast chat support -c --user ada --tenant 'a b'");
	expect(comeBack({ agentId: "support", sessionId: "it's" }, {}, "ada")).toBe(
		"holdfast chat support --session 'it'\\''s'",
	);
	expect(comeBack(ref, { url: "https://me:secret@example.com/api" }, "ada")).toBe(
		"holdfast chat support -c --url https://example.com/api",
	);
});
