import type { z } from "zod";
import { HoldfastError } from "../../error/index.ts";
import { isObject, type JsonObject } from "../../event/index.ts";
import { describeIssues, type FieldPath, fieldName, type Problem } from "../describe-issues.ts";
import { parseExpression } from "../expression/index.ts";
import { nearestWord } from "../nearest-word.ts";
import { checkRoutine } from "../routine/index.ts";
import { toShape } from "../value-shape.ts";
import { fileIssue, type ManifestIssue } from "./manifest-error.ts";
import { manifestFields, type ToolEntry, toolEntries } from "./manifest-schema.ts";
import { type Place, readYaml, START } from "./read-yaml.ts";

export type Manifest = Omit<z.output<ReturnType<typeof manifestFields>>, "tools"> & { tools: ToolEntry[] };

export interface CheckedManifest {
	/** The id in the manifest, even if other fields are wrong. */
	readonly id: string | undefined;
	readonly issues: readonly ManifestIssue[];
	/** Set if there are no problems. */
	readonly manifest: Manifest | undefined;
	/** The position of the id, from 1. */
	readonly idAt: Place;
	/** Creates an issue for a field. */
	issue(path: FieldPath, message: string): ManifestIssue;
}

const MAX_BYTES = 1_048_576;
const VERSION = 1;

/** Checks the text of a manifest, without loading anything that it refers to. */
export async function checkManifest(text: string, file: string): Promise<CheckedManifest> {
	const refused = (issues: ManifestIssue[], id?: string, idAt = START): CheckedManifest => ({
		id,
		idAt,
		issues,
		manifest: undefined,
		issue: (_, message) => fileIssue(file, message),
	});
	if (Buffer.byteLength(text) > MAX_BYTES)
		return refused([fileIssue(file, "is larger than 1 MiB; make it smaller")]);
	const { value, place, flaws } = await readYaml(text);
	if (flaws.length > 0) return refused(flaws.map((flaw) => ({ file, field: "", ...flaw })));
	const id = isObject(value) && typeof value.id === "string" ? value.id : undefined;
	const issue = (path: FieldPath, message: string): ManifestIssue => ({
		file,
		...place(path),
		field: fieldName(path),
		message,
	});

	const version = versionRefusal(value);
	if (version !== undefined) return refused([issue(version.path, version.message)], id, place(["id"]));
	const { problems, manifest } = checkFields(value);
	const issues = problems.map(({ path, message }) => issue(path, message));
	issues.sort((a, b) => a.line - b.line || a.column - b.column);
	return { id, idAt: place(["id"]), issues, manifest: issues.length === 0 ? manifest : undefined, issue };
}

/** In another version, every other field may mean something else: no further problems are reported. */
function versionRefusal(value: unknown): Problem | undefined {
	if (value === null || value === undefined)
		return { path: [], message: "is empty; begin with schema: 1 and id: …" };
	if (!isObject(value) || value.schema === VERSION) return undefined;
	if (value.schema === undefined) {
		return { path: ["schema"], message: `is missing; add the line "schema: ${VERSION}"` };
	}
	if (typeof value.schema === "number" && value.schema > VERSION) {
		const message = `is ${value.schema}, but this version of Holdfast supports only ${VERSION}; update Holdfast`;
		return { path: ["schema"], message };
	}
	return { path: ["schema"], message: `must be ${VERSION}, the version of the manifest format` };
}

function checkFields(value: unknown): { problems: Problem[]; manifest: Manifest | undefined } {
	const schema = manifestFields();
	const result = schema.safeParse(value);
	const given = isObject(value) && Array.isArray(value.tools) ? value.tools : [];
	const tools = given.map(checkEntry);
	const problems = [
		...(result.success ? [] : describeIssues(schema, result.error.issues)),
		...tools.flatMap((entry, i) =>
			"problems" in entry
				? entry.problems.map(({ path, message }) => ({ path: ["tools", i, ...path], message }))
				: [],
		),
		...ruleProblems(value),
		...routineProblems(value),
		...inputProblems(value),
	];
	if (!result.success || problems.length > 0) return { problems, manifest: undefined };
	const checked = tools.flatMap((entry) => ("entry" in entry ? [entry.entry] : []));
	return { problems, manifest: { ...result.data, tools: checked } };
}

const SORTS = ["http", "mcp", "agent", "code"] as const;
const EXACTLY_ONE = `must have exactly one of ${SORTS.join(", ")}`;

function checkEntry(value: unknown): { problems: Problem[] } | { entry: ToolEntry } {
	if (!isObject(value)) return { problems: [{ path: [], message: `${EXACTLY_ONE}, e.g. - agent: refunds` }] };
	const [sort, ...others] = SORTS.filter((key) => Object.hasOwn(value, key));
	if (sort === undefined || others.length > 0) {
		const unknown = Object.keys(value).find((key) => nearestWord(key, SORTS) !== undefined);
		const meant =
			unknown === undefined || sort !== undefined ? "" : `; did you mean ${nearestWord(unknown, SORTS)}?`;
		return { problems: [{ path: [], message: `${EXACTLY_ONE}${meant}` }] };
	}
	const schema: z.ZodType<ToolEntry> = toolEntries()[sort];
	const result = schema.safeParse(value);
	return result.success ? { entry: result.data } : { problems: describeIssues(schema, result.error.issues) };
}

/**
 * The problems of access rules. They are read from the raw value, to be reported together with all other
 * problems.
 */
function ruleProblems(value: unknown): Problem[] {
	if (!isObject(value)) return [];
	const problems: Problem[] = [];
	const check = (holder: unknown, path: FieldPath): void => {
		if (!isObject(holder) || typeof holder.allow !== "string") return;
		try {
			parseExpression(holder.allow, "");
		} catch (error) {
			if (!HoldfastError.isInstance(error)) throw error;
			problems.push({ path: [...path, "allow"], message: error.message.replace(/^: /, "") });
		}
	};
	check(value, []);
	for (const list of ["tools", "agents"] as const) {
		const items: unknown = value[list];
		if (!Array.isArray(items)) continue;
		items.forEach((item: unknown, i) => {
			check(item, [list, i]);
			if (!isObject(item)) return;
			check(item.http, [list, i, "http"]);
			check(item.mcp, [list, i, "mcp"]);
		});
	}
	return problems;
}

/** The problems of the routine. Whether its tools exist is checked later, when they are loaded. */
function routineProblems(value: unknown): Problem[] {
	if (!isObject(value) || value.routine === undefined) return [];
	const { problems } = checkRoutine(value.routine, { tools: undefined, agents: undefined });
	return problems.map(({ path, message }) => ({ path: ["routine", ...path], message }));
}

function inputProblems(value: unknown): Problem[] {
	if (!isObject(value) || !isObject(value.input)) return [];
	try {
		toShape(value.input as JsonObject);
		return [];
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		return [{ path: ["input"], message: error.message }];
	}
}
