import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { packageFile, packageVersion } from "../../../config/package-files.ts";
import { HoldfastError } from "../../../error/index.ts";
import { answers } from "../../command.ts";
import { shortPath } from "../../connect/describe-server.ts";
import { bold, cyan, dim, green } from "../../screen/screen.ts";
import { howToDepend, wanted } from "./how-to-depend.ts";
import { type ProjectFile, projectFiles } from "./project-files.ts";
import { init } from "./spec.ts";

const made = z.object({
	folder: z.string(),
	created: z.array(z.string()),
	overwritten: z.array(z.string()),
	/** They were there before. */
	kept: z.array(z.string()),
});

export const makeProject = answers(init, {
	answer: made,
	async run({ args, options, terminal, confirm }): Promise<z.output<typeof made>> {
		const folder = resolve(terminal.cwd, args.folder ?? ".");
		const files = projectFiles(folder);
		const there = files.filter(({ path }) => isThere(join(folder, path)));
		const overwritten = options.force ? there : [];
		if (overwritten.length > 0)
			await confirm(`Overwrite ${overwritten.map(({ path }) => path).join(", ")} in ${folder}?`);
		const created: string[] = [];
		for (const file of files) if (write(folder, file, overwritten.includes(file))) created.push(file.path);
		const names = overwritten.map(({ path }) => path);
		return {
			folder,
			created: created.filter((path) => !names.includes(path)),
			overwritten: names,
			kept: files.map(({ path }) => path).filter((path) => !created.includes(path)),
		};
	},
	show({ folder, created, overwritten, kept }, { out, args, terminal }) {
		const where = shortPath(folder, terminal.cwd);
		out.line(bold(where === "." ? "A project in this folder" : `A project in ${where}`));
		for (const path of created) out.line("  ", green("made"), `  ${path}`);
		for (const path of overwritten) out.line("  ", green("made"), `  ${path}`, dim(", anew"));
		for (const path of kept) out.line("  ", dim("kept"), `  ${path}`, dim(", which was there"));
		// A manifest that was there may have none of the scripts.
		const steps = kept.includes("package.json")
			? ["npx holdfast dev", "node --test"]
			: ["npm install", "npm run dev", "npm test"];
		const manifest = join(folder, "package.json");
		if (kept.includes("package.json") && wanted(manifest) === undefined)
			steps.unshift(`npm install ${installable(folder)}`);
		if (args.folder !== undefined && where !== ".") steps.unshift(`cd ${quoted(args.folder)}`);
		out.line("\nNext:");
		for (const step of steps) out.line("  ", cyan(step));
	},
});

/** What has no version in the registry is installed from where it is. */
function installable(folder: string): string {
	const spec = howToDepend(folder, packageFile(), packageVersion());
	return spec.startsWith("file:") ? quoted(spec.slice("file:".length)) : "holdfast";
}

/** Also a link that leads nowhere. */
function isThere(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// What is in the way above it is told by who writes.
		return false;
	}
}

/** False if something is there. A link is replaced, not written through. */
function write(folder: string, { path, text }: ProjectFile, overwrites: boolean): boolean {
	const file = join(folder, path);
	try {
		mkdirSync(dirname(file), { recursive: true });
		if (overwrites) rmSync(file, { force: true });
		writeFileSync(file, text, { flag: "wx" });
		return true;
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "EEXIST" && isThere(file)) return false;
		throw new HoldfastError("unavailable", `cannot write ${file}: ${message}`, {}, { cause: error });
	}
}

/** As a shell takes it for one word. */
const quoted = (text: string): string =>
	/^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
