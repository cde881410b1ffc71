import { afterEach, expect, test, vi } from "vitest";
import { fillEnv, redact } from "./env-text.ts";

afterEach(() => vi.unstubAllEnvs());

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: this is how users write it.
test("AG4 variables are put in wherever they stand; values are never read as variables again", () => {
	vi.stubEnv("HF_A", "alpha");
	vi.stubEnv("HF_B", "${HF_A} $& $1");
	expect(fillEnv({ x: "${HF_A}:${HF_B}:${HF_A}", y: "$HF_A {HF_A}" }, "header").values).toEqual({
		x: "alpha:${HF_A} $& $1:alpha",
		y: "$HF_A {HF_A}",
	});
});

test("AG4 variables and whole values are secret; longer ones go first, so that no rest of them stays", () => {
	vi.stubEnv("HF_A", "secret");
	const { secrets } = fillEnv({ x: "Bearer ${HF_A}-more" }, "header");
	expect(redact("secret, Bearer secret-more, secret-more", secrets)).toBe("***, ***, ***-more");
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: this is how users write it.

test("AG4 secrets are found inside of JSON; words too short to be one are left", () => {
	expect(redact(JSON.stringify({ key: 'a"b\\c\n1' }), ['a"b\\c\n1'])).toBe('{"key":"***"}');
	expect(redact("on and off", ["on", "1"])).toBe("on and off");
});
