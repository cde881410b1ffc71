import { HoldfastError } from "../error/index.ts";
import { isObject, jsonText } from "../event/json.ts";

/*
 * Everything in a URL is text, so types are checked here, with the messages of the library. Bodies keep their types
 * and are checked by the server.
 */

const MAX_ID_LENGTH = 512;

/** An `invalid` error like those of the library. */
export function invalid(field: string, message: string): HoldfastError {
	return new HoldfastError("invalid", `${field}: ${message}`, { issues: [{ field, message }] });
}

function flawOf(id: unknown): string | undefined {
	if (typeof id !== "string") return "must be a string";
	if (id === "") return "must not be empty";
	if (id.length > MAX_ID_LENGTH) return `must have at most ${MAX_ID_LENGTH} UTF-16 code units`;
	if (id.includes("\u0000")) return "must not contain NUL";
	return id.isWellFormed() ? undefined : "must not contain a lone surrogate";
}

/** The rule for all ids and keys. */
export function checkId(id: unknown, what: string): string {
	const flaw = flawOf(id);
	if (flaw !== undefined) throw invalid(what, flaw);
	return id as string;
}

/** `words`: one word, or a list of them. */
type Sort = "text" | "id" | "integer" | "boolean" | "texts" | "words";

const FLAW: Record<Sort, string> = {
	text: "must be a string",
	id: "must be a string",
	integer: "must be an integer",
	boolean: "must be true or false",
	texts: "must be a list of strings",
	words: "must be a string, or a list of strings",
};

const isText = (value: unknown): value is string => typeof value === "string" && value.isWellFormed();

/** Words of a list are separated by commas. */
const isWord = (value: unknown): boolean => isText(value) && !value.includes(",");

/** The text of an option for a URL; undefined if it has the wrong type. */
function textOf(sort: Sort, value: unknown): string | undefined {
	switch (sort) {
		case "text":
			return isText(value) ? value : undefined;
		case "id":
			return flawOf(value) === undefined ? (value as string) : undefined;
		case "integer":
			return Number.isSafeInteger(value) ? String(value) : undefined;
		case "boolean":
			return typeof value === "boolean" ? String(value) : undefined;
		case "texts":
			return Array.isArray(value) && value.every(isWord) ? value.join(",") : undefined;
		case "words":
			return textOf("texts", typeof value === "string" ? [value] : value);
	}
}

/** Names of options in a URL, and their types. */
export type QuerySpec = Readonly<Record<string, { readonly as?: string; readonly sort: Sort }>>;

/**
 * The same for the query of one operation: a name that the operation does not have is a type error. `Renamed`:
 * options that have another name in the URL.
 */
export type SpecOf<Names extends string, Renamed extends string = never> = {
	readonly [option in Exclude<Names, Renamed>]?: { readonly sort: Sort };
} & { readonly [option in Renamed]: { readonly as: Names; readonly sort: Sort } };

/** Options as query parameters. Unknown options are rejected, never silently dropped. */
export function queryOf(options: unknown, spec: QuerySpec, what: string): [string, string][] {
	if (options === undefined) return [];
	if (!isObject(options)) throw invalid(what, "must be an object");
	return Object.entries(options).flatMap(([name, value]): [string, string][] => {
		const known = Object.hasOwn(spec, name) ? spec[name] : undefined;
		if (!known) throw invalid(what, `has no option ${name}`);
		if (value === undefined) return [];
		const text = textOf(known.sort, value);
		if (text === undefined) {
			const flaw = known.sort === "id" ? (flawOf(value) ?? "") : FLAW[known.sort];
			throw invalid(`${what}.${name}`, flaw);
		}
		// An empty list matches nothing, whatever the other options are.
		return text === "" && known.sort === "texts" ? [] : [[known.as ?? name, text]];
	});
}

/** Options for a body. The server checks their values; this checks that they are an object. */
export function optionsOf(options: unknown, what: string): Record<string, unknown> {
	if (options === undefined) return {};
	if (!isObject(options)) throw invalid(what, "must be an object");
	// A server ignores the members that it sets itself. The library rejects them as unknown options.
	refuseNames(options, ["tenant", "uid"], what);
	return { ...options };
}

/** Rejects members that are not options. */
export function refuseNames(options: object, names: readonly string[], what: string): void {
	for (const name of names) if (name in options) throw invalid(what, `has no option ${name}`);
}

/** The same next to other members of a body that are not options. */
export function withOptions(
	members: Readonly<Record<string, unknown>>,
	options: unknown,
	what: string,
): Record<string, unknown> {
	const given = optionsOf(options, what);
	refuseNames(given, Object.keys(members), what);
	return { ...members, ...given };
}

/** A part of a path. */
export function pathPart(id: unknown, what: string): string {
	const text = checkId(id, what);
	if (text === "." || text === "..")
		throw invalid(what, "cannot be . or .. over HTTP: a URL path cannot contain it");
	return encodeURIComponent(text);
}

/** A part of a path, and a query parameter for ids that a path cannot hold. */
export function idAddress(id: unknown, what: string): { part: string; query: [string, string][] } {
	const text = checkId(id, what);
	if (text === "." || text === "..") return { part: "-", query: [["id", text]] };
	return { part: encodeURIComponent(text), query: [] };
}

/** Checks that a value is an AbortSignal. */
export function checkSignal(signal: unknown, what: string): AbortSignal | undefined {
	if (signal === undefined || signal instanceof AbortSignal) return signal;
	throw invalid(`${what}.signal`, "must be an AbortSignal");
}

/**
 * A JSON body of these members, without those that are undefined. Rejects values that JSON cannot represent and
 * names their position.
 */
export function bodyOf(members: Readonly<Record<string, unknown>>): string {
	const texts = Object.entries(members).flatMap(([name, value]) =>
		value === undefined ? [] : [`${JSON.stringify(name)}:${textOfJson(value, name)}`],
	);
	return `{${texts.join(",")}}`;
}

/**
 * Checks that no value of an object is undefined: JSON would silently drop those keys. The server rejects values
 * that are not objects.
 */
export function wholeMap<T>(values: T, what: string): T {
	if (!isObject(values)) return values;
	for (const key of Object.keys(values))
		if (values[key] === undefined)
			throw new HoldfastError("invalid", `${what}.${key} is undefined, which JSON cannot represent`, {
				field: `${what}.${key}`,
			});
	return values;
}

/** The same for a change that sets keys. */
export function wholeChange<T>(change: T, what: string): T {
	if (isObject(change)) wholeMap(change.set, `${what}.set`);
	return change;
}

/** Like `jsonText`. An object that throws while it is read is also the caller's mistake. */
export function textOfJson(value: unknown, what: string): string {
	try {
		return jsonText(value, what);
	} catch (error) {
		if (HoldfastError.isInstance(error)) throw error;
		throw new HoldfastError("invalid", `${what}: cannot be read as JSON`, {}, { cause: error });
	}
}
