import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { z } from "zod";
import { packageFile, packageVersion } from "../../../config/package-files.ts";
import { HoldfastError } from "../../../error/index.ts";
import { createdProject } from "../../../wire/cli/init.ts";
import { answers } from "../../command.ts";
import { shortPath } from "../../connect/describe-server.ts";
import { bold, cyan, dim, green } from "../../screen/screen.ts";
import { howToDepend, wanted } from "./how-to-depend.ts";
import { type ProjectFile, projectFiles } from "./project-files.ts";
import { init } from "./spec.ts";

export const makeProject = answers(init, {
	answer: createdProject,
	async run({ args, options, terminal, confirm }): Promise<z.output<typeof createdProject>> {
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
		out.line(bold(where === "." ? "Project in this folder" : `Project in ${where}`));
		for (const path of created) out.line("  ", green("created"), `      ${path}`);
		for (const path of overwritten) out.line("  ", green("overwritten"), `  ${path}`);
		for (const path of kept) out.line("  ", dim("kept"), `         ${path}`, dim(" (existed)"));
		// An existing package.json may not have the scripts.
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

/** What to pass to `npm install`: a version that is not in the registry is installed from its folder or file. */
function installable(folder: string): string {
	const spec = howToDepend(folder, packageFile(), packageVersion());
	return spec.startsWith("file:") ? quoted(spec.slice("file:".length)) : "holdfast";
}

/** Whether something exists at a path, also a broken link. */
function isThere(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		// A problem with a parent folder is reported by the write.
		return false;
	}
}

/** Returns false if the file exists. A link is replaced, not followed. */
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

/** Quotes a text for a shell. */
const quoted = (text: string): string =>
	/^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
