import { statSync } from "node:fs";

/** Changes when the file does; undefined when there is none. Links are followed. */
export function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
	return stats?.isFile() ? `${stats.mtimeNs}-${stats.size}-${stats.ino}` : undefined;
}
