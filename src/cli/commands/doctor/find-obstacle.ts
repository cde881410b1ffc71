import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why a missing file cannot be created, and what to do. Creates nothing: checks the nearest existing parent folder, because
 * the folders below it would be created.
 */
export function findObstacle(file: string): string | undefined {
	const folder = nearestAbove(dirname(file));
	if (!statSync(folder).isDirectory())
		return `${folder} is a file, not a folder; remove it, or choose another path with database: or --store`;
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return undefined;
	} catch {
		return `you have no permission to write to ${folder}; change its permissions, or choose another path with database: or --store`;
	}
}

/** The path itself, or the nearest parent that exists. */
function nearestAbove(path: string): string {
	try {
		if (statSync(path, { throwIfNoEntry: false })) return path;
	} catch {
		// A parent is not a folder, or cannot be read.
	}
	return dirname(path) === path ? path : nearestAbove(dirname(path));
}
