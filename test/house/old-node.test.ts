import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { buildPackage, runNode } from "./built-package.ts";
import { oldNode } from "./old-node.ts";
import { root } from "./root.ts";

const { exports } = JSON.parse(readFileSync(root("package.json"), "utf8")) as {
	exports: Record<string, unknown>;
};
const entries = Object.entries(exports).flatMap(([name, target]) =>
	typeof target === "object" ? [`holdfast${name.slice(1)}`] : [],
);
/** It runs in browsers, which have no Node. */
const CLIENT = "holdfast/client";

/** What comes of importing an entry of the built package. */
const importing = (entry: string, node?: string) => {
	const tell = "(e) => console.log(JSON.stringify([e.name, e.code, e.message]))";
	const code = `import(${JSON.stringify(entry)}).then(() => console.log("loaded"), ${tell})`;
	return runNode(["--input-type=module", "-e", code], { cwd: root("."), ...(node && { node }) });
};

beforeAll(() => buildPackage());

describe.skipIf(!oldNode)(`an old Node${oldNode ? "" : " (skipped: there is none on this machine)"}`, () => {
	test.each(entries.filter((entry) => entry !== CLIENT))(
		"%s says at import what is needed, what this is, and what to do",
		async (entry) => {
			const { stdout, stderr } = await importing(entry, oldNode);
			const [name, code, message] = JSON.parse(stdout) as string[];
			expect([name, code, stderr]).toEqual(["HoldfastError", "capability_missing", ""]);
			expect(message).toMatch(/^Holdfast needs Node 22\.16 or newer; this is v\d+\.\d+\.\d+\. Install .*\.$/);
		},
	);

	test("the client is not refused: it needs no Node at all", async () => {
		expect((await importing(CLIENT, oldNode)).stdout).toBe("loaded\n");
	});
});

test.each(entries.filter((entry) => entry !== "holdfast/testing"))("%s loads on this Node", async (entry) => {
	expect((await importing(entry)).stdout).toBe("loaded\n");
});
