import type { Json } from "../../event/index.ts";

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";

/** Chains are flat: a long expression becomes a wide tree, never a deep one. */
export type ExpressionNode =
	| { readonly type: "value"; readonly value: Json }
	| { readonly type: "list"; readonly items: readonly ExpressionNode[] }
	/** A variable, or a member of it. */
	| { readonly type: "variable"; readonly name: string; readonly path: readonly (string | number)[] }
	/** `state.x`: a key of a root, or a member of its value. */
	| {
			readonly type: "root";
			readonly root: string;
			readonly key: string;
			readonly path: readonly (string | number)[];
	  }
	/** The output of a routine node, or a member of it. */
	| { readonly type: "output"; readonly name: string; readonly path: readonly (string | number)[] }
	| { readonly type: "not"; readonly of: ExpressionNode }
	| { readonly type: "all" | "any"; readonly terms: readonly ExpressionNode[] }
	| {
			readonly type: "compare";
			readonly operator: ComparisonOperator;
			readonly left: ExpressionNode;
			readonly right: ExpressionNode;
	  };

/** A parsed and checked condition. See `parseExpression`. */
export interface Expression {
	readonly text: string;
	/** The location for messages: `agent support: allow`. */
	readonly what: string;
	readonly tree: ExpressionNode;
}

/** The values that an expression can read. It can read nothing else. */
export interface Scope {
	/** The value of a name. */
	variable(name: string): Json | undefined;
	/** The value of `root.key`, by root. Which names are roots is decided when the text is parsed. */
	readonly roots: Readonly<Record<string, (key: string) => Json | undefined>>;
	/** The output of a routine node. Which names are nodes is decided when the text is parsed. */
	output?(name: string): Json | undefined;
}

export const MAX_EXPRESSION_LENGTH = 2_000;
export const MAX_EXPRESSION_DEPTH = 50;

/** The roots of access rules. */
export const RULE_ROOTS: readonly string[] = ["state"];

/** `variables.x` is the long form of `x`. Use it for names that are reserved words or not valid names. */
export const VARIABLES = "variables";
