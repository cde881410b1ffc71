import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { root } from "../house/root.ts";

/** A page waits for it: it is to stay small. */
const MOST_BYTES = 14 * 1024;

test("IF1: the client runs in a browser: nothing of Node, no package, and small", async () => {
	const bundle = await rolldown({
		input: root("src/client/index.ts"),
		platform: "browser",
		// What is not resolved here is left as an import, and found below.
		external: (id: string) => /^[^./]/.test(id) && !id.startsWith("/"),
		logLevel: "silent",
	});
	const { output } = await bundle.generate({ format: "esm", minify: true });
	await bundle.close();
	expect(output).toHaveLength(1);
	const [chunk] = output;
	expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([]);
	for (const name of ["node:", "Buffer.", "process.", "require("]) expect(chunk.code).not.toContain(name);
	const bytes = gzipSync(chunk.code).length;
	expect(bytes).toBeLessThan(MOST_BYTES);
});
