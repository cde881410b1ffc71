import { link, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { HoldfastError } from "../../../error/index.ts";
import type { Screen } from "../../screen/screen.ts";
import { UsageError } from "../../usage-error.ts";

/** Where an export goes. */
export interface Output {
	/** Waits until the text is written, so that a slow reader does not fill the memory. */
	write(text: string): Promise<void>;
	/** Called when everything is written. */
	keep(): Promise<void>;
	/** Called when the export was not finished. */
	discard(): Promise<void>;
}

/** The standard output. On a terminal, control characters are written as JSON escapes; the data is the same. */
export function screenOutput(screen: Screen): Output {
	const nothing = async (): Promise<void> => {};
	const write: Output["write"] = async (text) => {
		if (!screen.isTty) return screen.raw(text);
		for (const line of text.split("\n")) if (line !== "") screen.json(JSON.parse(line));
	};
	return { write, keep: nothing, discard: nothing };
}

const exists = (file: string): UsageError => new UsageError(`${file} exists; add --force to overwrite it`);

const failed = (named: string) => (cause: Error) => {
	throw new HoldfastError("unavailable", `cannot write ${named}: ${cause.message}`, {}, { cause });
};

/** A file that appears when it is complete: until then it has another name. Only its owner can read it. */
export async function fileOutput(named: string, cwd: string, force: boolean): Promise<Output> {
	const path = resolve(cwd, named);
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) throw new UsageError(`${named} is a folder; name a file`);
	if (found && !found.isFile()) return streamOutput(named, path);
	if (found && !force) throw exists(named);
	// A link stays a link: its target is replaced.
	const file = found ? await realpath(path) : path;
	const part = `${file}.${process.pid}.part`;
	const handle = await mkdir(dirname(file), { recursive: true })
		.then(() => open(part, "wx", 0o600))
		.catch(failed(named));
	const discard = async (): Promise<void> => {
		await handle.close().catch(() => {});
		await rm(part, { force: true });
	};
	return {
		write: (text) => handle.writeFile(text).catch(failed(named)),
		async keep() {
			await handle.sync();
			await handle.close();
			if (force) return rename(part, file);
			try {
				// Unlike a rename, a link never replaces a file that appeared in the meantime.
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

/** A pipe or a device, such as /dev/stdout: written to, never replaced. */
async function streamOutput(named: string, path: string): Promise<Output> {
	const handle = await open(path, "w").catch(failed(named));
	return {
		write: (text) => handle.writeFile(text).catch(failed(named)),
		keep: () => handle.close(),
		discard: () => handle.close().catch(() => {}),
	};
}
