import { expect, test } from "vitest";
import { completeSlash, readLine } from "./slash-commands.ts";

test("IF4: a line is a message, a slash command, or a slip with what was meant", () => {
	expect(readLine("Hello /help")).toEqual({ say: "Hello /help" });
	expect(readLine("/search  red shoes ")).toEqual({ slash: "search", rest: "red shoes" });
	expect(readLine("/WHY")).toEqual({ slash: "why", rest: "" });
	expect(readLine("/new")).toEqual({ slash: "session", rest: "new" });
	expect(readLine("/quit")).toEqual({ slash: "exit", rest: "" });
	expect(readLine("/handver now")).toEqual({ slip: expect.stringContaining("did you mean /handover?") });
	expect(readLine("/xyzzyplugh")).toEqual({ slip: expect.stringContaining("/help lists") });
	expect(readLine("/__proto__")).toHaveProperty("slip");
	expect(readLine("/")).toEqual({ slip: expect.stringContaining("/help") });
});

test("IF4: // sends a message that begins with /", () => {
	expect(readLine("//etc/hosts is broken")).toEqual({ say: "/etc/hosts is broken" });
});

test("IF4: the tab key completes slash commands and nothing else", () => {
	expect(completeSlash("/ha")).toEqual(["/handover", "/handback"]);
	expect(completeSlash("/session n")).toEqual(["/session new"]);
	expect(completeSlash("ha")).toEqual([]);
	expect(completeSlash("//ha")).toEqual([]);
});
