import type { Json } from "../../event/index.ts";

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not in";

/** Chains are flat, so that a long text makes a wide tree and never a deep one. */
export type ExpressionNode =
	| { readonly type: "value"; readonly value: Json }
	| { readonly type: "list"; readonly items: readonly ExpressionNode[] }
	/** A variable, and members of it. */
	| { readonly type: "variable"; readonly name: string; readonly path: readonly (string | number)[] }
	/** `state.x`: a key of something that is not a variable, and members of what it holds. */
	| {
			readonly type: "root";
			readonly root: string;
			readonly key: string;
			readonly path: readonly (string | number)[];
	  }
	/** What a step of a routine gave, and members of it. */
	| { readonly type: "output"; readonly name: string; readonly path: readonly (string | number)[] }
	| { readonly type: "not"; readonly of: ExpressionNode }
	| { readonly type: "all" | "any"; readonly terms: readonly ExpressionNode[] }
	| {
			readonly type: "compare";
			readonly operator: ComparisonOperator;
			readonly left: ExpressionNode;
			readonly right: ExpressionNode;
	  };

/** A condition that was read and found well-formed; see `parseExpression`. */
export interface Expression {
	readonly text: string;
	/** Where it stands, for messages: `agent support: allow`. */
	readonly what: string;
	readonly tree: ExpressionNode;
}

/** What an expression can read. Nothing else is in its reach. */
export interface Scope {
	/** What a bare name reads. */
	variable(name: string): Json | undefined;
	/** What `root.key` reads, by root. Which names are roots is settled when the text is parsed. */
	readonly roots: Readonly<Record<string, (key: string) => Json | undefined>>;
	/** What a step of a routine gave. Which names are steps is settled when the text is parsed. */
	output?(name: string): Json | undefined;
}

export const MAX_EXPRESSION_LENGTH = 2_000;
export const MAX_EXPRESSION_DEPTH = 50;

/** The roots of access rules. */
export const RULE_ROOTS: readonly string[] = ["state"];

/** `variables.x` is the long form of `x`: for names that are words of the language, or no words at all. */
export const VARIABLES = "variables";
