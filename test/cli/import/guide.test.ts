import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importFile } from "../../../src/cli/import/import-file.ts";
import { holdfast } from "../../../src/index.ts";
import { codeBlocks } from "../../house/code-blocks.ts";
import { root } from "../../house/root.ts";

test("SE11: what the guide shows of other formats comes in as it says", async () => {
	await using hf = await holdfast();
	const blocks = codeBlocks(readFileSync(root("docs/guides/import.md"), "utf8"), "json");
	const reports: unknown[] = [];
	for (const { text } of blocks) {
		const bytes = (async function* () {
			yield new TextEncoder().encode(text);
		})();
		reports.push(await importFile(hf, bytes, { agentId: "support" }));
	}
	expect(reports).toMatchObject([
		{ format: "anthropic", created: 1, events: 5, facts: 0, warnings: [] },
		{ format: "langgraph", created: 1, events: 4, facts: 0 },
		{ format: "mastra", created: 1, events: 2, facts: 1 },
		{ format: "mem0", created: 0, events: 0, facts: 2 },
	]);
	const session = hf.session({ agentId: "support", userId: "ann", sessionId: "t-1" });
	expect(await session.state.get()).toEqual({ plan: ["look it up"] });
});
