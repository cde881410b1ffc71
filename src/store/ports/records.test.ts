import { describe, expect, it } from "vitest";
import type { AgentId, JsonObject, SessionId, TenantId, UserId } from "../../event/index.ts";
import {
	changeUser,
	matchKey,
	matchKeys,
	mergeState,
	mergeUsers,
	replayBodies,
	sessionName,
} from "./index.ts";

const name = (tenant: string, agent: string, user: string | undefined, session: string) =>
	sessionName({
		tenant: tenant as TenantId,
		agentId: agent as AgentId,
		userId: user as UserId | undefined,
		sessionId: session as SessionId,
	});
const body = (stateDelta: JsonObject): string => JSON.stringify({ data: {}, stateDelta });

describe("sessionName", () => {
	it("ID2: equal names have one key, different names different ones, however their parts run together", () => {
		const names = [
			name("t", "a", undefined, "s"),
			name("t", "a", "", "s"),
			name("t", "a", "null", "s"),
			name("t", "a", "u", "s"),
			name("ta", "", undefined, "s"),
			name("t", 'a","b', undefined, "s"),
			name("t", "a", "b", '"s'),
			name("t", "a", 'b","s', ""),
		];
		expect(new Set(names.map(({ key }) => key)).size).toBe(names.length);
		expect(name("t", "a", undefined, "s").key).toBe(names[0]?.key);
		expect(name("t", "a", "u".repeat(512), "s".repeat(512)).key.length).toBeLessThan(50);
	});
});

describe("replaying state", () => {
	it("SE10: applies the session's own keys in order and leaves shared ones alone", () => {
		const bodies = [
			body({ set: { k: 1, "user:k": 1, "app:k": 1 } }),
			body({ set: { l: 2 }, remove: ["k"] }),
			"{}",
		];
		const [mine, ours] = [new Map([["z", "0"]]), new Map<string, string>()];
		replayBodies(mine, bodies, false);
		replayBodies(ours, bodies, true);
		expect(Object.fromEntries(mine)).toEqual({ z: "0", "user:k": "1", l: "2" });
		expect(Object.fromEntries(ours)).toEqual({ l: "2" });
	});

	it("ID6: a merge keeps what the target has, and names what no copied event says", () => {
		const target = new Map([
			["t", "1"],
			["both", "1"],
			["gone", "1"],
		]);
		const source = new Map([
			["both", "2"],
			["initial", "3"],
		]);
		const bodies = [body({ set: { both: 2, gone: 2 } }), body({ remove: ["gone"] })];
		const { state, extra } = mergeState({ target, source, sourceBodies: bodies, hasUser: true });
		expect(Object.fromEntries(state)).toEqual({ t: "1", both: "2", initial: "3" });
		expect(Object.fromEntries(extra)).toEqual({ initial: "3" });
		expect(target.get("both")).toBe("1");
	});
});

describe("user records", () => {
	const id = { tenant: "t" as TenantId, userId: "u" as UserId };
	const patch = (set: JsonObject, unset: string[] = []) => ({ set, unset });

	it("US1: a change creates, keeps what it does not name, and never turns the time back", () => {
		const made = changeUser(undefined, {
			...id,
			change: { displayName: "Ann", variables: patch({ a: 1 }) },
			at: 10,
		});
		expect(made).toEqual({
			...id,
			displayName: "Ann",
			variables: { a: 1 },
			metadata: {},
			createdAt: 10,
			updatedAt: 10,
		});
		const next = changeUser(made, {
			...id,
			change: { displayName: null, variables: patch({ b: 2 }, ["a"]) },
			at: 5,
		});
		expect(next).toMatchObject({ displayName: undefined, variables: { b: 2 }, createdAt: 10, updatedAt: 10 });
	});

	it("ID6: of two users that become one, the target's values stay", () => {
		const source = changeUser(undefined, {
			...id,
			change: { displayName: "S", variables: patch({ a: "s", b: "s" }) },
			at: 1,
		});
		const target = changeUser(undefined, {
			...id,
			userId: "v" as UserId,
			change: { variables: patch({ b: "t" }) },
			at: 2,
		});
		expect(mergeUsers({ source, target, to: target.userId, at: 9 })).toMatchObject({
			userId: "v",
			displayName: "S",
			variables: { a: "s", b: "t" },
			createdAt: 2,
			updatedAt: 9,
		});
		expect(mergeUsers({ source, target: undefined, to: target.userId, at: 9 })).toMatchObject({
			userId: "v",
			createdAt: 1,
			updatedAt: 9,
		});
		// A slow clock does not turn back the time.
		expect(mergeUsers({ source, target, to: target.userId, at: 0 }).updatedAt).toBe(2);
		expect(mergeUsers({ source, target: undefined, to: target.userId, at: 0 }).updatedAt).toBe(1);
	});

	it("US3: an entry's match key is equal for equal values only", () => {
		expect(matchKey("a", { x: 1, y: 2 })).toBe(matchKey("a", { y: 2, x: 1 }));
		const different = [
			matchKey("a", 1),
			matchKey("a", "1"),
			matchKey("b", 1),
			matchKey("a", [1]),
			matchKey('a",1', 1),
		];
		expect(new Set(different).size).toBe(different.length);
		expect(matchKeys({ a: 1, b: 2 })).toEqual([matchKey("a", 1), matchKey("b", 2)]);
	});
});
