import { relative } from "node:path";
import { localOptions } from "../../config/local-options.ts";
import { holdfast } from "../../holdfast.ts";
import type { Holdfast } from "../../interface.ts";
import type { Target } from "./target.ts";

export interface Opened {
	readonly hf: Holdfast;
	/** The file that is not there: nothing was made, and there is nothing in it. */
	readonly missing?: string;
}

/** Connects. Unless the command may make it, a SQLite file that is not there is not made. */
export async function openTarget(target: Target, { creates }: { creates: boolean }): Promise<Opened> {
	if ("url" in target) {
		const { url, key, tenant } = target;
		const hf = await holdfast({
			url,
			...(key !== undefined && { apiKey: key }),
			...(tenant !== undefined && { tenant }),
		});
		return { hf };
	}
	const { options, missing } = await localOptions(target, { creates });
	const hf = await holdfast(options);
	return missing === undefined ? { hf } : { hf, missing: relative(target.folder, missing) || missing };
}
