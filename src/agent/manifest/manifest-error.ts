import { type ErrorCode, HoldfastError } from "../../error/index.ts";
import type { Place } from "./read-yaml.ts";

/** One problem with a manifest. */
export interface ManifestIssue {
	/** The path as the caller passed it, e.g. `agents/support.yaml`. */
	readonly file: string;
	/** From 1. */
	readonly line: number;
	/** From 1. */
	readonly column: number;
	/** E.g. `memory.limit`; empty if the problem is about the whole file. */
	readonly field: string;
	readonly message: string;
	/** Default `invalid`. */
	readonly code?: ErrorCode;
}

function lineOf({ file, line, column, field, message }: ManifestIssue): string {
	return `${file}:${line}:${column} ${field === "" ? "" : `${field}: `}${message}`;
}

/** One error for all problems, one line each. */
export function manifestError(issues: readonly ManifestIssue[]): HoldfastError {
	const codes = new Set(issues.map(({ code }) => code ?? "invalid"));
	const [only] = codes;
	const code = codes.size === 1 && only !== undefined ? only : "invalid";
	return new HoldfastError(code, issues.map(lineOf).join("\n"), { issues });
}

/** A problem with a whole file. */
export const fileIssue = (file: string, message: string): ManifestIssue => ({
	file,
	line: 1,
	column: 1,
	field: "",
	message,
});

/** Problems for ids that an earlier file already has. */
export function sharedIds(
	files: readonly { file: string; id: string | undefined; idAt: Place }[],
): ManifestIssue[] {
	const owners = new Map<string, string>();
	return files.flatMap(({ file, id, idAt }) => {
		if (id === undefined) return [];
		const owner = owners.get(id);
		if (owner === undefined) owners.set(id, file);
		if (owner === undefined) return [];
		return [
			{ file, ...idAt, field: "id", message: `"${id}" is also the id of ${owner}; each agent needs its own` },
		];
	});
}
