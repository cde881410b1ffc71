import { spawnSync } from "node:child_process";

/** A Node that is too old for Holdfast, if this machine has one. HOLDFAST_OLD_NODE may name others. */
export const oldNode: string | undefined = [
	"/usr/bin/node",
	"/usr/local/bin/node",
	...(process.env.HOLDFAST_OLD_NODE?.split(":") ?? []),
].find((path) => {
	const [, major = "", minor = ""] =
		/^v(\d+)\.(\d+)/.exec(spawnSync(path, ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
	return major !== "" && (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 16));
});
