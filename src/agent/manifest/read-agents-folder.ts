import type { AgentDefinition } from "../definition.ts";
import { manifestError, sharedIds } from "./manifest-error.ts";
import { listManifests, readFile } from "./read-file.ts";

/**
 * The definitions of all manifests right in a folder, in the order of their names. What is wrong with any of them
 * is one error. A folder without manifests is an empty list; one that is not there is `not_found`.
 */
export async function readAgentsFolder(folder: string): Promise<AgentDefinition[]> {
	const read = [];
	for (const { file } of listManifests(folder)) read.push({ file, ...(await readFile(file)) });
	const issues = [...read.flatMap((one) => one.issues), ...sharedIds(read)];
	if (issues.length > 0) throw manifestError(issues);
	return read.flatMap(({ definition }) => definition ?? []);
}
