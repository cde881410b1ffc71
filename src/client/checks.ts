import { HoldfastError } from "../error/index.ts";
import { isObject, jsonText } from "../event/json.ts";

/*
 * What goes into an address is text there, whatever it was before: its sort is checked here, in the words of the library
 * itself. What goes into a body keeps its sort, and is checked by the server.
 */

const MAX_ID_LENGTH = 512;

/** An `invalid` error as the library gives it. */
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

/** The rule that all ids and keys obey. */
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

/** Words of a list stand between commas. */
const isWord = (value: unknown): boolean => isText(value) && !value.includes(",");

/** The text of an option for an address; undefined where it is of another sort. */
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

/** Names of options in an address, and their sorts. */
export type QuerySpec = Readonly<Record<string, { readonly as?: string; readonly sort: Sort }>>;

/** Options as entries of an address. What is no option is refused, never left out in silence. */
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
		// A list of nothing: who asks gets nothing, whatever else fits.
		return text === "" && known.sort === "texts" ? [] : [[known.as ?? name, text]];
	});
}

/** Options that go into a body: what is in them the server checks, that they are options at all is checked here. */
export function optionsOf(options: unknown, what: string): Record<string, unknown> {
	if (options === undefined) return {};
	if (!isObject(options)) throw invalid(what, "must be an object");
	// A server would pass over what it knows by itself; the library refuses what is no option.
	refuseNames(options, ["tenant", "uid"], what);
	return { ...options };
}

/** Refuses members that are no options. */
export function refuseNames(options: object, names: readonly string[], what: string): void {
	for (const name of names) if (name in options) throw invalid(what, `has no option ${name}`);
}

/** The same beside other members of a body, none of which is an option. */
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
		throw invalid(what, "cannot be . or .. over HTTP: no address can hold it");
	return encodeURIComponent(text);
}

/** A part of a path, beside a parameter for ids that no path can hold. */
export function idAddress(id: unknown, what: string): { part: string; query: [string, string][] } {
	const text = checkId(id, what);
	if (text === "." || text === "..") return { part: "-", query: [["id", text]] };
	return { part: encodeURIComponent(text), query: [] };
}

/** Something that can be called off. */
export function checkSignal(signal: unknown, what: string): AbortSignal | undefined {
	if (signal === undefined || signal instanceof AbortSignal) return signal;
	throw invalid(`${what}.signal`, "must be an AbortSignal");
}

/** A body of these members; those that are undefined are left out. What JSON cannot hold is refused by its place. */
export function bodyOf(members: Readonly<Record<string, unknown>>): string {
	const texts = Object.entries(members).flatMap(([name, value]) =>
		value === undefined ? [] : [`${JSON.stringify(name)}:${textOfJson(value, name)}`],
	);
	return `{${texts.join(",")}}`;
}

/**
 * Values by key, none of them undefined: JSON would leave those keys out in silence. What is no object, the server
 * refuses.
 */
export function wholeMap<T>(values: T, what: string): T {
	if (!isObject(values)) return values;
	for (const key of Object.keys(values))
		if (values[key] === undefined)
			throw new HoldfastError("invalid", `${what}.${key} is undefined, which JSON cannot hold`, {
				field: `${what}.${key}`,
			});
	return values;
}

/** The same for a change that sets keys. */
export function wholeChange<T>(change: T, what: string): T {
	if (isObject(change)) wholeMap(change.set, `${what}.set`);
	return change;
}

/** Like `jsonText`; an object that fails while it is read is the caller's mistake, too. */
export function textOfJson(value: unknown, what: string): string {
	try {
		return jsonText(value, what);
	} catch (error) {
		if (HoldfastError.isInstance(error)) throw error;
		throw new HoldfastError("invalid", `${what}: cannot be read as JSON`, {}, { cause: error });
	}
}
