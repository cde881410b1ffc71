import { expect, test } from "vitest";
import { findingWords } from "../../console/src/parts/finding-words.ts";
import type { Finding } from "../../src/index.ts";

const found = (...statuses: Finding["status"][]) => statuses.map((status) => ({ status }));

test.each([
	[found("ok", "ok", "ok"), "3 checks, all passed"],
	[found("ok", "warning"), "1 warning; 1 of 2 checks passed"],
	[found("warning", "ok", "warning"), "2 warnings; 1 of 3 checks passed"],
	[found("problem", "ok"), "1 problem; 1 of 2 checks passed"],
	[found("problem", "warning", "warning", "ok"), "1 problem and 2 warnings; 1 of 4 checks passed"],
])("IF5: what an examination came to is told with its warnings", (findings, words) => {
	expect(findingWords(findings)).toBe(words);
});
