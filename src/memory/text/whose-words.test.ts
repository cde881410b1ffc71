import { expect, test } from "vitest";
import { whoseWords } from "./whose-words.ts";

test.each([
	["What did you recommend for the garden?", { kind: "assistant", part: 1 }],
	["Can you list what I brought up?", { kind: "user", part: 1 }],
	["Could you please tell me where I live?", { kind: "user", part: 1 }],
	["Which restaurant is the best?", { kind: "user", part: 1 / 3 }],
	["What should I cook tonight?", { kind: "user", part: 2 / 3 }],
	["Remind me what we settled last time", undefined],
	["Give me a summary of what I said", undefined],
	["Wo wohne ich?", { kind: "user", part: 1 / 3 }],
])("whose words are asked for: %s", (question, whose) => {
	expect(whoseWords(question)).toEqual(whose);
});
