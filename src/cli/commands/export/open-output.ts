import { link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { HoldfastError } from "../../../error/index.ts";
import type { Screen } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";

/** Where an export goes. */
export interface Output {
	/** Waits until the text is taken: who reads slowly is not run over. */
	write(text: string): Promise<void>;
	/** All is written. */
	keep(): Promise<void>;
	/** It was not finished. */
	discard(): Promise<void>;
}

/** Standard output. On a terminal each line is made harmless; it still says the same. */
export function screenOutput(screen: Screen): Output {
	const nothing = async (): Promise<void> => {};
	const write: Output["write"] = async (text) => {
		if (!screen.isTty) return screen.raw(text);
		for (const line of text.split("\n")) if (line !== "") screen.json(JSON.parse(line));
	};
	return { write, keep: nothing, discard: nothing };
}

const exists = (file: string): UsageError => new UsageError(`${file} exists: add --force to replace it.`);

/** A file that appears when it is whole: until then it has another name. */
export async function fileOutput(named: string, cwd: string, force: boolean): Promise<Output> {
	const file = resolve(cwd, named);
	const found = await stat(file).catch(() => undefined);
	if (found?.isDirectory()) throw new UsageError(`${named} is a folder; name a file.`);
	if (found && !force) throw exists(named);
	const part = `${file}.${process.pid}.part`;
	const handle = await mkdir(dirname(file), { recursive: true })
		.then(() => open(part, "wx"))
		.catch((cause: Error) => {
			throw new HoldfastError("unavailable", `cannot write ${named}: ${cause.message}`, {}, { cause });
		});
	const discard = async (): Promise<void> => {
		await handle.close().catch(() => {});
		await rm(part, { force: true });
	};
	return {
		write: async (text) => void (await handle.writeFile(text)),
		async keep() {
			await handle.sync();
			await handle.close();
			if (force) return rename(part, file);
			try {
				// Unlike a rename it never takes the place of a file that came meanwhile.
				await link(part, file);
				await rm(part);
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === "EEXIST") throw exists(named);
				await rename(part, file);
			}
		},
		discard,
	};
}
