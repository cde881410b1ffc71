import { type ErrorCode, HoldfastError } from "../../error/index.ts";
import type { Place } from "./read-yaml.ts";

/** One thing that is wrong with a manifest. */
export interface ManifestIssue {
	/** As given by who reads it, e.g. `agents/support.yaml`. */
	readonly file: string;
	/** From 1. */
	readonly line: number;
	/** From 1. */
	readonly column: number;
	/** `memory.limit`; empty when it is about the file. */
	readonly field: string;
	readonly message: string;
	/** Default `invalid`. */
	readonly code?: ErrorCode;
}

function lineOf({ file, line, column, field, message }: ManifestIssue): string {
	return `${file}:${line}:${column} ${field === "" ? "" : `${field}: `}${message}`;
}

/** All that is wrong, in one error, one line each. */
export function manifestError(issues: readonly ManifestIssue[]): HoldfastError {
	const codes = new Set(issues.map(({ code }) => code ?? "invalid"));
	const [only] = codes;
	const code = codes.size === 1 && only !== undefined ? only : "invalid";
	return new HoldfastError(code, issues.map(lineOf).join("\n"), { issues });
}

/** What is wrong with a file as a whole. */
export const fileIssue = (file: string, message: string): ManifestIssue => ({
	file,
	line: 1,
	column: 1,
	field: "",
	message,
});

/** Ids that a file shares with an earlier one. */
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
