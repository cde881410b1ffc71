import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Config, readConfig } from "../../src/config/index.ts";
import { HoldfastError } from "../../src/index.ts";

/** A folder with a configuration, removed when it is disposed of. */
export interface ConfigFolder extends Disposable {
	readonly folder: string;
	readonly file: string;
	/** Puts another file beside it. */
	put(name: string, text: string): string;
}

export function configFolder(text: string | Buffer): ConfigFolder {
	const folder = mkdtempSync(join(tmpdir(), "holdfast-config-"));
	const put = (name: string, content: string | Buffer): string => {
		const path = join(folder, name);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, content);
		return path;
	};
	const file = put("holdfast.yaml", text);
	return { folder, file, put, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What a text says. */
export async function configOf(text: string): Promise<Config> {
	using at = configFolder(text);
	return await readConfig(at.file);
}

/** Why reading a file, or anything else, is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<HoldfastError> {
	try {
		await work;
	} catch (error) {
		if (HoldfastError.isInstance(error)) return error;
		throw error;
	}
	throw new Error("it was accepted");
}

/** What is wrong with a text, a line for each: `line:column field: message`. */
export async function problemsOf(text: string | Buffer): Promise<string[]> {
	using at = configFolder(text);
	const { code, message } = await refusalOf(readConfig(at.file));
	if (code !== "invalid") throw new Error(`it was refused with ${code}`);
	return message.split("\n").map((line) => line.replace(`${at.file}:`, ""));
}
