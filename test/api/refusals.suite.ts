import { describe, expect, test } from "vitest";
import { ERROR_CODES, HoldfastError } from "../../src/index.ts";
import { said } from "./drafts.ts";
import { operationsOf } from "./every-method.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

const circle: Record<string, unknown> = {};
circle.self = circle;
const GARBAGE: unknown[] = [
	undefined,
	null,
	true,
	0,
	-1,
	Number.NaN,
	Number.POSITIVE_INFINITY,
	2 ** 53,
	1n,
	Symbol("s"),
	() => 1,
	"",
	"\u0000",
	"\uD800",
	"__proto__",
	"constructor",
	"x".repeat(2_000_000),
	[],
	[undefined],
	[null],
	[[]],
	new Array(3),
	{},
	Object.create(null),
	circle,
	new Map(),
	new Date(Number.NaN),
	new Error("x"),
	JSON.parse('{"__proto__":{"agentId":"a","sessionId":"s"}}'),
	{ agentId: "__proto__", sessionId: "constructor" },
	{ agentId: {}, sessionId: [] },
	{ offset: "0" },
	{ set: 7, unset: 7 },
	{ kind: "message", source: "user", data: circle },
	Promise.resolve(1),
	new Proxy({}, {}),
	Object.freeze({}),
	new (class Thing {})(),
];

/** Operations without arguments: more of them make no difference, and some of these take long. */
const TAKES_NOTHING = new Set(["about", "compact", "doctor", "overview"]);

const argumentsWith = (given: unknown): unknown[][] => [
	[given],
	[given, given],
	[given, given, given],
	[ref, given],
	["u", given],
	[ref, { offset: 0 }, given],
];

export function describeRefusals(backend: Backend): void {
	describe("refusals", () => {
		const world = freshWorld(backend);

		test("IF1 hf.session never throws; a bad reference rejects at the first call", async () => {
			const hf = await world.open();
			for (const given of GARBAGE) {
				const handle = hf.session(garbage(given));
				if (typeof given === "object" && given !== null && Reflect.get(given, "agentId") === "__proto__")
					continue;
				await refusal(handle.append(said("x")), "invalid");
				await refusal(handle.events(), "invalid");
				await refusal(handle.state.get(), "invalid");
				await refusal(handle.follow().next(), "invalid");
				await refusal(handle.rewind(0).events(), "invalid");
				await refusal(handle.end(), "invalid");
			}
			expect((await hf.sessions.list()).items).toEqual([]);
		});

		test("IF1 every method rejects and never throws, with errors of ours, whatever it is given", async () => {
			const hf = await world.open();
			const handle = hf.session(ref);
			const check = async (name: string, i: number, outcome: Promise<unknown>): Promise<void> => {
				const error = await Promise.resolve(outcome).then(
					() => undefined,
					(caught: unknown) => caught,
				);
				if (error === undefined) return;
				if (!HoldfastError.isInstance(error))
					throw new Error(`${name} gave a foreign error for argument ${i}`, { cause: error });
				expect(ERROR_CODES).toContain(error.code);
			};
			for (const [name, call] of operationsOf(hf, handle)) {
				const checks: Promise<void>[] = [];
				for (const [i, given] of GARBAGE.entries()) {
					// Following what does not exist waits, as it should; so there is something to follow.
					if (name === "follow") await handle.append(said("x"));
					for (const all of TAKES_NOTHING.has(name) ? [[given]] : argumentsWith(given)) {
						let outcome: Promise<unknown>;
						try {
							outcome = call(...all);
						} catch (error) {
							throw new Error(`${name} threw for argument ${i}`, { cause: error });
						}
						const checked = check(name, i, outcome);
						// A server waits a moment for a run that it does not know: they are asked for side by side.
						if (name === "runs.stream") checks.push(checked);
						else await checked;
					}
				}
				await Promise.all(checks);
			}
			expect(Object.keys(Object.prototype)).toEqual([]);
			expect(({} as Record<string, unknown>).agentId).toBeUndefined();
		});

		test("IF1 errors carry code, retryable and fields, readable from outside the package and on the wire", async () => {
			const hf = await world.open();
			await hf.session(ref).append(said("x"));
			const error = await refusal(hf.session(ref).append(said("y"), { expectedOffset: 5 }), "conflict");
			expect(error).toBeInstanceOf(Error);
			expect(error.name).toBe("HoldfastError");
			expect(error.fields).toMatchObject({ expected: 5, actual: 1 });
			expect(error).toMatchObject({ expected: 5, actual: 1, retryable: false });
			expect(JSON.parse(JSON.stringify(error))).toMatchObject({
				code: "conflict",
				message: error.message,
				expected: 5,
				actual: 1,
			});
			expect(JSON.stringify(error)).not.toContain("stack");
			expect(HoldfastError.isInstance(error)).toBe(true);
			for (const other of [undefined, null, "conflict", {}, new Error("x"), { code: "conflict" }]) {
				expect(HoldfastError.isInstance(other)).toBe(false);
			}
		});

		test("IF1 an invalid argument is named with the field and what was expected there", async () => {
			const hf = await world.open();
			const error = await refusal(
				hf.session(ref).append([said("a"), garbage({ kind: "nonsense", source: "user", data: {} })]),
				"invalid",
			);
			expect(error.message).toMatch(/events\[1\]\.kind.*message, tool_call/);
			expect(error.issues).toMatchObject([{ field: "events[1].kind" }]);
			expect(
				(await refusal(hf.sessions.create({ agentId: "", sessionId: "s" }), "invalid")).message,
			).toContain("agentId");
		});
	});
}
