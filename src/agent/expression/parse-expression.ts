import { HoldfastError } from "../../error/index.ts";
import {
	type ComparisonOperator,
	type Expression,
	type ExpressionNode,
	MAX_EXPRESSION_DEPTH,
	MAX_EXPRESSION_LENGTH,
	RULE_ROOTS,
	VARIABLES,
} from "./expression.ts";
import { refuse, type Token, tokenize } from "./tokenize.ts";

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in"]);
const RESERVED: ReadonlySet<string> = new Set(["and", "or", "not", "in"]);
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
	["true", true],
	["false", false],
	["null", null],
]);

/**
 * Parses a condition, e.g. `role == "admin" && state.plan in ["pro", "team"]`.
 *
 * A name is always a variable. `state.x` and `state["user:x"]` are always state: `roots` decides at parse
 * time which names are roots, so that a value that appears later cannot take the place of another. A variable
 * with the name of a root is `variables.state`.
 *
 * @param what The location; every message begins with it.
 * @param outputs Names of routine nodes: they read the node's output or a member of it. A variable with that
 * name is `variables.x`.
 */
export function parseExpression(
	text: string,
	what: string,
	roots: readonly string[] = RULE_ROOTS,
	outputs: readonly string[] = [],
): Expression {
	if (typeof text !== "string")
		throw new HoldfastError("invalid", `${what}: must be text, e.g. role == "admin"`);
	if (text.length > MAX_EXPRESSION_LENGTH) {
		const message = `${what}: is ${text.length} characters long; at most ${MAX_EXPRESSION_LENGTH} are allowed`;
		throw new HoldfastError("invalid", message);
	}
	return { text, what, tree: parseTokens(tokenize(text, what), what, roots, outputs) };
}

function parseTokens(
	tokens: readonly Token[],
	what: string,
	roots: readonly string[],
	outputs: readonly string[],
): ExpressionNode {
	let at = 0;
	let depth = 0;

	const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token;
	const is = (text: string, ahead = 0): boolean => {
		const token = peek(ahead);
		return (token.type === "word" || token.type === "sign") && token.text === text;
	};
	const next = (): Token => {
		const token = peek();
		at += 1;
		return token;
	};
	const skip = (...texts: string[]): boolean => {
		const found = texts.some((text) => is(text));
		if (found) at += 1;
		return found;
	};
	/** At the end of the text, the message says after which token something is missing. */
	const expected = (what_: string): HoldfastError => {
		const token = peek();
		const before = tokens[at - 1];
		if (before !== undefined) return refuse(what, token.column, `expected ${what_} after ${before.text}`);
		return refuse(
			what,
			token.column,
			`expected ${what_}${token.type === "end" ? "" : `, not ${token.text}`}`,
		);
	};
	const nested = (read: () => ExpressionNode): ExpressionNode => {
		depth += 1;
		if (depth > MAX_EXPRESSION_DEPTH) {
			throw refuse(what, peek().column, `nested deeper than ${MAX_EXPRESSION_DEPTH} levels`);
		}
		const node = read();
		depth -= 1;
		return node;
	};

	const chain = (type: "all" | "any", signs: string[], read: () => ExpressionNode): ExpressionNode => {
		const first = read();
		if (!signs.some((sign) => is(sign))) return first;
		const terms = [first];
		while (skip(...signs)) terms.push(read());
		return { type, terms };
	};
	const any = (): ExpressionNode => chain("any", ["||", "or"], all);
	const all = (): ExpressionNode => chain("all", ["&&", "and"], negation);
	/** `not a == b` is `not (a == b)` as in Python; `!a == b` is `(!a) == b` as in JavaScript. */
	const negation = (): ExpressionNode =>
		skip("not") ? nested(() => ({ type: "not", of: negation() })) : comparison();

	const operator = (): ComparisonOperator | undefined => {
		if (is("not") && is("in", 1)) {
			at += 2;
			return "not in";
		}
		const token = peek();
		if ((token.type !== "sign" && token.type !== "word") || !COMPARISONS.has(token.text)) return undefined;
		at += 1;
		return token.text as ComparisonOperator;
	};
	const comparison = (): ExpressionNode => {
		const left = unary();
		const sign = operator();
		if (sign === undefined) return left;
		const right = unary();
		const { column } = peek();
		if (operator() !== undefined)
			throw refuse(what, column, "comparisons cannot be chained; join them with &&");
		return { type: "compare", operator: sign, left, right };
	};
	const unary = (): ExpressionNode => (skip("!") ? nested(() => ({ type: "not", of: unary() })) : primary());

	const primary = (): ExpressionNode => {
		const token = peek();
		if (token.type === "string" || token.type === "number") {
			at += 1;
			return { type: "value", value: token.value };
		}
		if (skip("(")) {
			const node = nested(any);
			if (!skip(")")) throw expected(")");
			return node;
		}
		if (skip("[")) return nested(list);
		if (token.type !== "word" || RESERVED.has(token.text)) throw expected("a value");
		at += 1;
		const constant = CONSTANTS.get(token.text);
		return constant === undefined ? read(token) : { type: "value", value: constant };
	};
	const list = (): ExpressionNode => {
		const items: ExpressionNode[] = [];
		if (skip("]")) return { type: "list", items };
		do items.push(any());
		while (skip(","));
		if (!skip("]")) throw expected(", or ]");
		return { type: "list", items };
	};

	const read = (name: Token): ExpressionNode => {
		const path = members();
		if (outputs.includes(name.text)) return { type: "output", name: name.text, path };
		const isRoot = roots.includes(name.text);
		if (!isRoot && name.text !== VARIABLES) return { type: "variable", name: name.text, path };
		const [key, ...deeper] = path;
		if (typeof key !== "string") {
			const other = isRoot ? `; a variable of that name is ${VARIABLES}.${name.text}` : "";
			throw refuse(what, name.column, `${name.text} needs a key, as in ${name.text}.plan${other}`);
		}
		if (!isRoot) return { type: "variable", name: key, path: deeper };
		return { type: "root", root: name.text, key, path: deeper };
	};
	const members = (): (string | number)[] => {
		const path: (string | number)[] = [];
		for (;;) {
			if (skip(".")) {
				if (peek().type !== "word") throw expected("a name");
				path.push(next().text);
			} else if (skip("[")) {
				const token = peek();
				const isKey =
					token.type === "string" || (token.type === "number" && Number.isSafeInteger(token.value));
				if (!isKey || (token.type === "number" && token.value < 0)) {
					throw expected("a key in quotes or a number from 0");
				}
				path.push(token.value);
				at += 1;
				if (!skip("]")) throw expected("]");
			} else {
				return path;
			}
		}
	};

	const tree = any();
	if (peek().type !== "end") throw expected("an operator such as == or &&, or the end,");
	return tree;
}
