import { HoldfastError } from "../../error/index.ts";
import type { Json } from "../../event/index.ts";
import type { ComparisonOperator, Expression, ExpressionNode, Scope } from "./expression.ts";
import { ownPath } from "./own-member.ts";

/**
 * The value of an expression; undefined if it reads something that does not exist.
 *
 * - No type conversion. `==` compares JSON deeply: `"1" == 1` is false. A missing value equals `null`.
 * - `<`, `>`, `<=` and `>=` compare two numbers or two texts; with anything else they are false.
 * - `x in y`: y is a list that contains x, or an object with the key x. It does not search inside a text.
 * - `&&` and `||` return true or false, and only `true` counts as true.
 * - `!x` works for true, false, null and missing values. Anything else is an error: it is unclear whether
 *   `!blocked` holds if blocked is "yes".
 */
export function evaluate(expression: Expression, scope: Scope): Json | undefined {
	return valueAt(expression.tree, scope, expression.what);
}

/** Whether a rule holds: its value is exactly `true`. A rule that cannot be evaluated does not hold. */
export function holds(expression: Expression, scope: Scope): boolean {
	try {
		return evaluate(expression, scope) === true;
	} catch {
		return false;
	}
}

function valueAt(node: ExpressionNode, scope: Scope, what: string): Json | undefined {
	switch (node.type) {
		case "value":
			return node.value;
		case "list":
			return node.items.map((item) => valueAt(item, scope, what) ?? null);
		case "variable":
			return ownPath(scope.variable(node.name), node.path);
		case "output":
			return ownPath(scope.output?.(node.name), node.path);
		case "root": {
			const root = Object.hasOwn(scope.roots, node.root) ? scope.roots[node.root] : undefined;
			return ownPath(root?.(node.key), node.path);
		}
		case "not":
			return negate(valueAt(node.of, scope, what), what);
		case "all":
			return node.terms.every((term) => valueAt(term, scope, what) === true);
		case "any":
			return node.terms.some((term) => valueAt(term, scope, what) === true);
		case "compare":
			return compare(node.operator, valueAt(node.left, scope, what), valueAt(node.right, scope, what));
	}
}

function negate(value: Json | undefined, what: string): boolean {
	if (value === undefined || value === null || typeof value === "boolean") return value !== true;
	const sort = Array.isArray(value) ? "list" : typeof value;
	throw new HoldfastError(
		"invalid",
		`${what}: "not" needs true or false but got a ${sort}; use a comparison`,
	);
}

function compare(operator: ComparisonOperator, left: Json | undefined, right: Json | undefined): boolean {
	switch (operator) {
		case "==":
			return isSame(left, right);
		case "!=":
			return !isSame(left, right);
		case "in":
			return isIn(left, right);
		case "not in":
			return !isIn(left, right);
	}
	const numbers = typeof left === "number" && typeof right === "number";
	const texts = typeof left === "string" && typeof right === "string";
	if (!numbers && !texts) return false;
	switch (operator) {
		case "<":
			return left < right;
		case "<=":
			return left <= right;
		case ">":
			return left > right;
		case ">=":
			return left >= right;
	}
}

function isIn(value: Json | undefined, holder: Json | undefined): boolean {
	if (Array.isArray(holder)) return holder.some((item) => isSame(item, value));
	if (typeof holder !== "object" || holder === null) return false;
	return typeof value === "string" && Object.hasOwn(holder, value);
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
	const [a, b] = [left ?? null, right ?? null];
	if (a === b) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	if (Array.isArray(a) || Array.isArray(b)) {
		if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
		return a.every((item, i) => isSame(item, b[i]));
	}
	const keys = Object.keys(a);
	if (keys.length !== Object.keys(b).length) return false;
	return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
