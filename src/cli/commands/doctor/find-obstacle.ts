import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Why a file that is not there could not be created, with what to do. Creates nothing: looks at the nearest folder above it
 * that exists, since folders in between are made.
 */
export function findObstacle(file: string): string | undefined {
	const folder = nearestAbove(dirname(file));
	if (!statSync(folder).isDirectory())
		return `${folder} is a file, not a folder; remove it, or name another path with database: or --store`;
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		return undefined;
	} catch {
		return `this user may not write to ${folder}; change its permissions, or name another path with database: or --store`;
	}
}

/** The path itself, or the nearest one above it that exists. */
function nearestAbove(path: string): string {
	try {
		if (statSync(path, { throwIfNoEntry: false })) return path;
	} catch {
		// Something above it is no folder, or may not be looked into.
	}
	return dirname(path) === path ? path : nearestAbove(dirname(path));
}
