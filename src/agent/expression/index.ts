export { evaluate, holds } from "./evaluate.ts";
export {
	type Expression,
	type ExpressionNode,
	MAX_EXPRESSION_DEPTH,
	MAX_EXPRESSION_LENGTH,
	RULE_ROOTS,
	type Scope,
	VARIABLES,
} from "./expression.ts";
export { ownMember, ownPath } from "./own-member.ts";
export { parseExpression } from "./parse-expression.ts";
export { ruleScope } from "./rule-scope.ts";
