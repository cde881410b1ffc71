import { describe, expect, test } from "vitest";
import type { Json, JsonObject, NewEvent } from "../../src/index.ts";
import { gathered, note, said } from "./drafts.ts";
import { garbage, refusal } from "./refusal.ts";
import { type Backend, freshWorld } from "./world.ts";

const ref = { agentId: "support", sessionId: "s" };

const TEXTS = [
	"<script>alert(1)</script>",
	"'; DROP TABLE holdfast_events; --",
	"{{user.name}} {key?} $HOME",
	"\u202Eright to left\u202C",
	"👩‍👩‍👧‍👦 🇩🇪",
	"e\u0301 and é",
	"\u0000",
	"a\u0000b",
	"\uD800",
	"x\uDC00y",
	"\uFEFF",
	"\uFFFD",
	"\u2028\u2029",
	"\\",
	'"',
	"\r\n\t\b",
	"",
	" ",
	"\n",
	"null",
	"0",
	"__proto__",
	"data:text/html,<b>",
	'{"type":"session"}',
	'"}\n{"type":"session"',
];

/** Values nested so many levels deep. */
function nested(levels: number): Json {
	let value: Json = "bottom";
	for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { in: value };
	return value;
}

class Money {
	readonly amount: number;
	constructor(amount: number) {
		this.amount = amount;
	}
}

const NOT_JSON: [string, unknown][] = [
	["a BigInt", 1n],
	["NaN", Number.NaN],
	["-Infinity", Number.NEGATIVE_INFINITY],
	["a function", () => 1],
	["a symbol", Symbol("s")],
	["undefined in an array", [undefined]],
	["a hole in an array", new Array(1)],
	["a Map", new Map([["a", 1]])],
	["a Set", new Set([1])],
	["bytes", new Uint8Array([1])],
	["an ArrayBuffer", new ArrayBuffer(1)],
	["an Error", new Error("lost")],
	["a RegExp", /lost/],
	["a Promise", Promise.resolve(1)],
	["a WeakMap", new WeakMap()],
	["a boxed NaN", Object(Number.NaN)],
	["an invalid Date", new Date(Number.NaN)],
	["a toJSON that gives nothing", { toJSON: () => undefined }],
	["a toJSON without end", endless()],
];

function endless(): object {
	return { toJSON: endless };
}

export function describeHostileContent(backend: Backend): void {
	describe("hostile content", () => {
		const world = freshWorld(backend);

		test("SE2 any text comes back as it was, as content, value, key, title and name", async () => {
			const hf = await world.open();
			for (const [i, text] of TEXTS.entries()) {
				const handle = hf.session({ agentId: "a", sessionId: `${i}` });
				const data: JsonObject = { text, list: [text], nested: { [text]: text } };
				const [stored] = await handle.append([{ ...note(data), metadata: data }, said(text)]);
				await handle.state.set({ value: data });
				await handle.updateMetadata({ set: { value: data } });
				const [event, message] = await handle.events();
				expect(event).toEqual(stored);
				expect(event).toMatchObject({ data, metadata: data });
				expect(message?.data).toEqual({ role: "user", content: text });
				expect(await handle.state.get()).toEqual({ value: data });
				expect((await hf.sessions.get(handle.ref)).metadata).toEqual({ value: data });
				const user = await hf.users.upsert(`${i}`, { variables: { value: data }, metadata: { value: data } });
				expect(await hf.users.get(`${i}`)).toEqual(user);
				expect(user).toMatchObject({ variables: { value: data }, metadata: { value: data } });
			}
		});

		test("SE8 a title or display name is kept as it was, or refused", async () => {
			const hf = await world.open();
			for (const [i, text] of TEXTS.entries()) {
				const at = { agentId: "a", sessionId: `${i}` };
				const titled = await hf.sessions.create(at, { title: text }).catch(async (error: unknown) => {
					await refusal(Promise.reject(error), "invalid");
				});
				if (titled) expect((await hf.sessions.get(at)).title).toBe(text);
				else await refusal(hf.session(at).setTitle(text), "invalid");
				const named = await hf.users.upsert(`${i}`, { displayName: text }).catch(async (error: unknown) => {
					await refusal(Promise.reject(error), "invalid");
				});
				if (named) expect((await hf.users.get(`${i}`)).displayName).toBe(text);
			}
		});

		test("SE11 any text survives export and import, line by line", async () => {
			const hf = await world.open();
			await hf.session(ref).append(TEXTS.map((text) => note({ text, [text]: text })));
			const lines = await gathered(hf.sessions.export(ref));
			expect(lines).toHaveLength(TEXTS.length + 1);
			for (const line of lines) expect(line.indexOf("\n")).toBe(line.length - 1);
			const before = await hf.session(ref).events();
			await hf.sessions.import(lines.join(""), { onConflict: "replace" });
			expect(await hf.session(ref).events()).toEqual(before);
		});

		test("SE2 names of object members are plain keys, and pollute nothing", async () => {
			const hf = await world.open();
			const data = JSON.parse(
				'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
			);
			await hf.session(ref).append({ ...note(data), metadata: data, stateDelta: { set: data } });
			await hf.session(ref).updateMetadata({ set: data });
			await hf.users.upsert("u", { variables: data, metadata: data });
			const text = JSON.stringify(data);
			const [event] = await hf.session(ref).events();
			const user = await hf.users.get("u");
			const seen = [
				event?.data,
				event?.metadata,
				event?.stateDelta?.set,
				(await hf.sessions.get(ref)).metadata,
			];
			for (const value of [...seen, user.variables, user.metadata]) expect(JSON.stringify(value)).toBe(text);
			expect(Object.keys(await hf.session(ref).state.get()).sort()).toEqual([
				"__proto__",
				"constructor",
				"toString",
			]);
			expect((await hf.users.find({ metadata: data })).items.map((found) => found.userId)).toEqual(["u"]);
			await hf.session(ref).updateMetadata({ unset: ["__proto__", "toString"] });
			expect(Object.keys((await hf.sessions.get(ref)).metadata)).toEqual(["constructor"]);
			await hf.users.unsetVariables("u", ["__proto__", "toString"]);
			expect(Object.keys((await hf.users.get("u")).variables)).toEqual(["constructor"]);
			expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		});

		test("SE2 nesting survives 150 levels; 5,000 levels and circles are refused, not crashed on", async () => {
			const hf = await world.open();
			const deep = nested(150);
			await hf.session(ref).append({ ...note({ deep }), stateDelta: { set: { deep } } });
			expect((await hf.session(ref).events())[0]?.data).toEqual({ deep });
			expect(await hf.session(ref).state.get()).toEqual({ deep });
			const circle: Record<string, unknown> = {};
			circle.self = [circle, circle];
			for (const value of [nested(5000), circle]) {
				await refusal(hf.session(ref).append(note(garbage({ value }))), "invalid");
				await refusal(hf.session(ref).updateMetadata({ set: { value: garbage(value) } }), "invalid");
				await refusal(hf.users.setVariables("u", { value: garbage(value) }), "invalid");
			}
			expect((await hf.sessions.get(ref)).head).toBe(1);
		});

		test.each(NOT_JSON)(
			"SE2 %s is refused wherever content goes, with the place of it, and nothing is written",
			async (_, value) => {
				const hf = await world.open();
				const bad = garbage<JsonObject>({ fine: 1, culprit: value });
				const writes = [
					() => hf.session(ref).append(note(bad)),
					() => hf.session(ref).append({ ...said("x"), metadata: bad }),
					() => hf.session(ref).append({ ...said("x"), stateDelta: { set: bad } }),
					() => hf.session(ref).history.append({ role: "user", content: "x", metadata: bad }),
					() =>
						hf
							.session(ref)
							.history.append({ role: "user", content: garbage([{ type: "x", culprit: value }]) }),
					() => hf.session(ref).updateMetadata({ set: bad }),
					() => hf.sessions.create(ref, { state: bad }),
					() => hf.sessions.create(ref, { metadata: bad }),
					() => hf.users.upsert("u", { variables: bad }),
					() => hf.users.updateMetadata("u", { set: bad }),
				];
				for (const write of writes) expect((await refusal(write(), "invalid")).message).toContain("culprit");
				expect((await hf.sessions.list()).items).toEqual([]);
				expect((await hf.users.list()).items).toEqual([]);
			},
		);

		test("SE2 data that is not a plain object is refused", async () => {
			const hf = await world.open();
			for (const data of [null, undefined, "text", 1, [], [{}], new Date(), new Map(), { toJSON: () => 7 }]) {
				await refusal(
					hf.session(ref).append(garbage<NewEvent>({ kind: "custom", source: "integration", data })),
					"invalid",
				);
			}
			await refusal(hf.sessions.get(ref), "not_found");
		});

		test("SE2 what says itself how it is JSON is stored as that; the rest of an object as its members", async () => {
			const hf = await world.open();
			const at = new Date("2026-01-02T03:04:05.678Z");
			const given = {
				at,
				url: new URL("https://example.com/a"),
				money: new Money(3),
				absent: undefined,
				bare: Object.create(null),
			};
			const [stored] = await hf.session(ref).append(note(garbage(given)));
			const read = {
				at: "2026-01-02T03:04:05.678Z",
				url: "https://example.com/a",
				money: { amount: 3 },
				bare: {},
			};
			expect(stored?.data).toEqual(read);
			expect(stored?.data).not.toHaveProperty("absent");
			expect((await hf.session(ref).events())[0]).toEqual(stored);
		});
	});
}
