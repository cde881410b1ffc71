import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kernelSource } from "./assemble-kernel.ts";

test("src/model/vector/kernel-bytes.ts is what the assembler writes; if not, run: node tools/assemble-kernel.ts", () => {
	const written = readFileSync(new URL("../src/model/vector/kernel-bytes.ts", import.meta.url), "utf8");
	expect(written, "run: node tools/assemble-kernel.ts").toBe(kernelSource());
});
