import { execFileSync } from "node:child_process";
import {
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileOutput } from "./open-output.ts";

let folder = "";
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "holdfast-output-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = async (named: string, force = false): Promise<void> => {
	const output = await fileOutput(named, folder, force);
	await output.write("text\n");
	await output.keep();
};

describe("SE11: the file of an export", () => {
	test("is for its owner's eyes, and leaves no other behind", async () => {
		await write("new.jsonl");
		expect(statSync(join(folder, "new.jsonl")).mode & 0o777).toBe(0o600);
		expect(readdirSync(folder)).toEqual(["new.jsonl"]);
	});

	test("a link stays one: the file behind it is replaced, if that is meant", async () => {
		writeFileSync(join(folder, "real"), "before");
		symlinkSync("real", join(folder, "link"));
		await expect(write("link")).rejects.toThrow(/exists/);
		await write("link", true);
		expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
		expect(readFileSync(join(folder, "real"), "utf8")).toBe("text\n");
	});

	test.skipIf(process.platform === "win32")("a pipe or a device is written to, never replaced", async () => {
		const pipe = join(folder, "pipe");
		execFileSync("mkfifo", [pipe]);
		for (const force of [false, true]) {
			const read = readFile(pipe, "utf8");
			await write(pipe, force);
			expect(await read).toBe("text\n");
			await write("/dev/null", force);
		}
		expect(lstatSync(pipe).isFIFO()).toBe(true);
		expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
		expect(readdirSync(folder)).toEqual(["pipe"]);
	});
});
