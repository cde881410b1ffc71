import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import { evaluate, holds, MAX_EXPRESSION_LENGTH, parseExpression, RULE_ROOTS, type Scope } from "./index.ts";

const from = (record: Record<string, Json>) => (key: string) =>
	Object.hasOwn(record, key) ? record[key] : undefined;

const scope = (variables: Record<string, Json>, state: Record<string, Json> = {}): Scope => ({
	variable: from(variables),
	roots: { state: from(state) },
});

const ada = scope(
	{
		role: "admin",
		age: 36,
		vip: true,
		blocked: false,
		nothing: null,
		teams: ["a", "b", { deep: [1] }],
		address: { city: "Bern", "zip code": "3000", lines: ["x", "y"] },
		state: "CA",
		in: "a word of the language",
	},
	{ plan: "pro", "user:plan": { tier: 2 }, role: "guest" },
);

const value = (text: string, given: Scope = ada) => evaluate(parseExpression(text, "rule"), given);
const rule = (text: string, given: Scope = ada) => holds(parseExpression(text, "rule"), given);
const refusal = (text: string): HoldfastError => {
	try {
		parseExpression(text, "agent support: allow");
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error(`${text} was accepted`);
};

describe("expressions (ST7)", () => {
	test.each<[string, Json | undefined]>([
		['role == "admin"', true],
		["role == 'admin'", true],
		['role != "admin"', false],
		["age", 36],
		["age > 35 && age < 37", true],
		["age >= 36 and age <= 36", true],
		["false or vip", true],
		["not vip", false],
		["not age == 1", true],
		["!blocked", true],
		["!!vip", true],
		["!missing", true],
		["!nothing", true],
		["(true || false) && false", false],
		["true || false && false", true],
		["address.city", "Bern"],
		['address["zip code"]', "3000"],
		["address.lines[1]", "y"],
		["teams[2].deep[0]", 1],
		["teams[9]", undefined],
		["address.city.length", undefined],
		["missing.deeper.still", undefined],
		['"a" in teams', true],
		['"c" in teams', false],
		['"c" not in teams', true],
		["{deep} in teams".replace("{deep}", "teams[2]"), true],
		['"city" in address', true],
		['"Be" in "Bern"', false],
		['role in ["admin", "owner"]', true],
		["[1, [age, missing]]", [1, [36, null]]],
		["[]", []],
		['"a\\"\\n\\u0041\\\\" == \'a"\\nA\\\\\'', true],
		["-1.5e2", -150],
		["null", null],
		["größe == null", true],
	])("%s is %j", (text, expected) => {
		expect(value(text)).toEqual(expected);
	});

	test.each([
		'"1" == 1',
		"1 == true",
		"0 == false",
		'null == ""',
		'"b" > 1',
		"null < 1",
		"missing < 1",
		"vip > false",
		"[1] == [2]",
		"address == teams",
		'"2" < 10',
	])("nothing is converted: %s is false", (text) => expect(value(text)).toBe(false));

	test("== compares lists and objects deeply, whatever the order of keys", () => {
		const given = scope({ a: { x: 1, y: [null] }, b: { y: [null], x: 1 }, c: { x: 1 } });
		expect(value("a == b", given)).toBe(true);
		expect(value("a == c", given)).toBe(false);
		expect(value("[a, 1] == [b, 1]", given)).toBe(true);
	});

	test("a missing value equals null", () => {
		expect(value("missing == null")).toBe(true);
		expect(value("missing == other")).toBe(true);
		expect(value("nothing == null")).toBe(true);
	});

	test("holds only when the value is true itself", () => {
		expect(rule("vip")).toBe(true);
		for (const text of ["role", "age", '"true"', "1", "teams", "null", "missing", "blocked", "vip && role"]) {
			expect(rule(text), text).toBe(false);
		}
	});

	test("fails closed: an ambiguous negation is an error, and the rule does not hold", () => {
		for (const text of ["!role", "not age", "!teams", "!role || vip"]) {
			expect(() => value(text), text).toThrow(expect.objectContaining({ code: "invalid" }));
			expect(rule(text), text).toBe(false);
		}
	});

	test("fails closed: a scope that throws does not open the door", () => {
		const broken: Scope = {
			variable() {
				throw new Error("down");
			},
			roots: {},
		};
		expect(rule("a != 1", broken)).toBe(false);
		expect(rule("true || state.x", broken)).toBe(true);
	});
});

describe("what an expression can read (ST7)", () => {
	test("names are variables only, and state is only state.x: a caller cannot promote itself", () => {
		expect(value("role")).toBe("admin");
		expect(value("state.role")).toBe("guest");
		expect(value("plan")).toBeUndefined();
		expect(value('state["user:plan"].tier')).toBe(2);
	});

	test("a variable called state is not the state, and the state is not it", () => {
		const given = scope({ state: { role: "admin" } }, { role: "guest" });
		expect(value("state.role", given)).toBe("guest");
		expect(value("state.missing", given)).toBeUndefined();
		expect(value("variables.state.role", given)).toBe("admin");
		expect(refusal("state").message).toBe(
			"agent support: allow: column 1: state needs a key, as in state.plan; a variable of that name is variables.state",
		);
		expect(refusal('"x" in state').message).toContain("column 8: state needs a key");
		expect(refusal("state[0] == 1").message).toContain("state needs a key");
	});

	test("variables.x is the long form of x", () => {
		expect(value('variables["role"]')).toBe("admin");
		expect(value("variables.in")).toBe("a word of the language");
		expect(value("variables.address.city")).toBe("Bern");
	});

	test("other roots are settled when the text is parsed, never by what turns up", () => {
		const given: Scope = { variable: from({ plan: { ok: 1 } }), roots: { plan: from({ ok: 2 }) } };
		expect(evaluate(parseExpression("plan.ok", "x"), given)).toBe(1);
		expect(evaluate(parseExpression("plan.ok", "x", ["plan"]), given)).toBe(2);
		expect(evaluate(parseExpression("gone.ok", "x", ["gone"]), given)).toBeUndefined();
	});

	test("own properties only: nothing of a prototype is in reach", () => {
		const given = scope({ o: {}, list: [1], s: "text", n: 1 }, { o: {} });
		for (const name of ["constructor", "__proto__", "toString", "length", "hasOwnProperty", "at"]) {
			for (const of of ["o", "list", "s", "n", "missing", "state.o"]) {
				expect(value(`${of}.${name}`, given), `${of}.${name}`).toBeUndefined();
				expect(value(`${of}["${name}"]`, given)).toBeUndefined();
			}
			expect(value(name, given)).toBeUndefined();
			expect(value(`state.${name}`, given)).toBeUndefined();
			expect(value(`"${name}" in o`, given)).toBe(false);
		}
		expect(evaluate(parseExpression("toString.x", "x", ["toString"]), given)).toBeUndefined();
		expect(value("o.__proto__", scope({ o: JSON.parse('{"__proto__": 7}') }))).toBe(7);
	});
});

describe("errors of expressions name the problem and the column (ST7)", () => {
	test.each([
		["role ==", "column 8: expected a value after =="],
		["", "column 1: expected a value"],
		[") a", "column 1: expected a value, not )"],
		["a b", "column 3: expected an operator such as == or &&, or the end, after a"],
		["(a", "column 3: expected ) after a"],
		["[1, 2", "column 6: expected , or ] after 2"],
		["a.1", "column 3: expected a name after ."],
		["a[b]", "column 3: expected a key in quotes or a number from 0 after ["],
		["a[-1]", "column 3: expected a key in quotes or a number from 0 after ["],
		['a["x"', 'column 6: expected ] after "x"'],
		["a = 1", "column 3: unexpected =; use == to compare"],
		["a === 1", "column 3: use ==, not ==="],
		["a & b", "column 3: unexpected &; use && or the word and"],
		["a-b", 'column 2: unexpected -; a name with - in it is written variables["a-b"] or state["a-b"]'],
		["1 < 2 < 3", "column 7: comparisons cannot be chained; join them with &&"],
		["role == 'x", "column 9: the text is not closed with '"],
		["'\\q'", "column 2: unknown escape \\q; write \\\\ for a backslash"],
		["and", "column 1: expected a value, not and"],
		["1e999", "column 1: 1e999 is too large"],
		["a == 🙂", "column 6: unexpected 🙂"],
	])("%s → %s", (text, message) => {
		expect(refusal(text)).toMatchObject({
			code: "invalid",
			message: `agent support: allow: ${message}`,
			column: Number(/\d+/.exec(message)?.[0]),
		});
	});

	test("long and deep texts are refused before they can do harm", () => {
		expect(refusal("a".repeat(MAX_EXPRESSION_LENGTH + 1)).message).toContain("at most 2000");
		for (const open of ["(", "[", "!", "not "]) {
			expect(refusal(`${open.repeat(51)}a`).message).toContain("nested deeper than 50 levels");
		}
		expect(value(`${"(".repeat(50)}vip${")".repeat(50)}`)).toBe(true);
		expect(value(`vip${" && vip".repeat(280)}`)).toBe(true);
		expect(value(`vip${".a".repeat(900)}`)).toBeUndefined();
	});
});

describe("expressions with any text (ST7)", () => {
	const word = fc.constantFrom(
		..."a b role state state.x variables.y ( ) [ ] , . ! not == != < <= > >= && || and or in true false null".split(
			" ",
		),
		...'\'x\' "y" 1 -2.5 constructor __proto__ toString length state["user:p"] [0] ["__proto__"]'.split(" "),
	);
	const texts = fc.oneof(
		fc.string({ unit: "grapheme", maxLength: 60 }),
		fc.array(word, { maxLength: 25 }).map((words) => words.join(" ")),
		fc.array(word, { maxLength: 12 }).map((words) => words.join("")),
	);

	/** A value that throws if a property is read that is not its own. */
	const guarded = (target: object): Json =>
		new Proxy(target, {
			get(of, key) {
				if (typeof key === "string" && !Object.hasOwn(of, key) && !(Array.isArray(of) && key in [])) {
					throw new RangeError(`read ${key}`);
				}
				return Reflect.get(of, key);
			},
		}) as Json;

	test("nothing but a HoldfastError is thrown, nothing but own JSON is given, and holds never throws", () => {
		const given = scope({ a: { b: 1, y: [1] }, b: [true], role: "admin", y: {} }, { x: { a: "deep" } });
		fc.assert(
			fc.property(texts, (text) => {
				try {
					const expression = parseExpression(text, "rule");
					expect(typeof holds(expression, given)).toBe("boolean");
					const found = evaluate(expression, given);
					if (found !== undefined) expect(JSON.parse(JSON.stringify(found))).toEqual(found);
				} catch (error) {
					if (!HoldfastError.isInstance(error)) throw error;
					expect(error.code).toBe("invalid");
					expect(error.message).toMatch(/^rule: /);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("nothing is read but own properties", () => {
		const given: Scope = {
			variable: () => guarded({ a: guarded([guarded({ b: 1 })]), x: true }),
			roots: { state: () => guarded({ y: guarded({}) }) },
		};
		fc.assert(
			fc.property(texts, (text) => {
				try {
					evaluate(parseExpression(text, "rule"), given);
				} catch (error) {
					if (!HoldfastError.isInstance(error)) throw error;
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe("outputs of a routine's nodes (AG10)", () => {
	const value = (text: string, given: Record<string, Json>) => {
		const scope: Scope = {
			variable: (name) => (name === "classify" ? "a variable" : undefined),
			roots: { state: () => "a state key" },
			output: (name) => given[name],
		};
		return evaluate(parseExpression(text, "when", RULE_ROOTS, ["classify", "input"]), scope);
	};

	test("are read whole and by member, and nothing else stands in for them", () => {
		const classify = { intent: "refund", list: [{ n: 1 }] };
		expect(value('classify.intent == "refund" && classify.list[0].n == 1', { classify })).toBe(true);
		expect(value('input == "hello"', { input: "hello" })).toBe(true);
		expect(value("classify.intent", {})).toBeUndefined();
		expect(value("classify.constructor", { classify })).toBeUndefined();
		expect(value("variables.classify", { classify })).toBe("a variable");
		expect(value("state.classify", { classify })).toBe("a state key");
	});
});
