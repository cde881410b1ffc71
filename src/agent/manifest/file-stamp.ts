import { statSync } from "node:fs";

/** Changes when the file changes; undefined if it does not exist. Follows symbolic links. */
export function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stats?.isFile() ? `${stats.mtimeNs}-${stats.size}-${stats.ino}` : undefined;
}
