import { readFileSync } from "node:fs";

/** The version of the package: beside the sources and beside the build alike. */
export const version = (): string =>
	(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string })
		.version;
