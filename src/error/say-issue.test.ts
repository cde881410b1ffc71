import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parse } from "./parse.ts";

const shape = z.strictObject({
	agent: z.string().min(2),
	count: z.int().max(5).optional(),
	sort: z.enum(["new", "old"]).optional(),
	tags: z.array(z.string()).max(2).optional(),
	own: z.string({ error: "must be given once" }).optional(),
});

describe("messages about values from outside", () => {
	it.each([
		[{}, "query.agent: is missing; it must be a string"],
		[{ agent: 1 }, "query.agent: must be a string"],
		[{ agent: "a" }, "query.agent: must have at least 2 characters"],
		[
			{ agent: "ab", agentId: "b" },
			'query: unknown field "agentId"; known fields: agent, count, sort, tags, own',
		],
		[{ agent: "ab", count: 9 }, "query.count: must be at most 5"],
		[{ agent: "ab", count: 1.5 }, "query.count: must be a whole number"],
		[{ agent: "ab", sort: "up" }, "query.sort: must be one of new, old"],
		[{ agent: "ab", tags: ["a", "b", "c"] }, "query.tags: must have at most 2 elements"],
		[{ agent: "ab", own: [] }, "query.own: must be given once"],
		[null, "query: must be an object"],
	])("%j: %s", (value, message) => {
		expect(() => parse(shape, value, "query")).toThrow(message);
	});
});
