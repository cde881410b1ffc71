import { expect, test } from "vitest";
import { said } from "./query.ts";

test("IF2 undefined members are removed; null stays", () => {
	expect(said({ a: undefined, b: null, c: 0 })).toEqual({ b: null, c: 0 });
});
