import type { AgentDefinition } from "../definition.ts";
import { manifestError, sharedIds } from "./manifest-error.ts";
import { listManifests, readFile } from "./read-file.ts";

/**
 * The definitions of all manifests in a folder, sorted by file name. Subfolders are not read. All problems
 * become one error. A folder without manifests gives an empty list. A missing folder is `not_found`.
 */
export async function readAgentsFolder(folder: string): Promise<AgentDefinition[]> {
	const read = [];
	for (const { file } of listManifests(folder)) read.push({ file, ...(await readFile(file)) });
	const issues = [...read.flatMap((one) => one.issues), ...sharedIds(read)];
	if (issues.length > 0) throw manifestError(issues);
	return read.flatMap(({ definition }) => definition ?? []);
}
