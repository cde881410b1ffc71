import { HoldfastError } from "../../error/index.ts";

/** An address with `{name}` where inputs go. */
export interface UrlTemplate {
	/** The inputs in it. */
	readonly names: ReadonlySet<string>;
	readonly host: string;
	/** Without the query, which may hold a key. */
	readonly shown: string;
	/** The address with the inputs in it; `invalid` when one could change more than its own place. */
	fill(input: Readonly<Record<string, unknown>>): URL;
}

const PARTS = /^(https?):\/\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;
const PARAMETER = /\{([A-Za-z_][A-Za-z0-9_-]*)\}/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NEVER = /[\s\\\u0000-\u001f\u007f]/;
const DOTS = /^(?:\.|%2e){1,2}$/i;

const bad = (why: string): HoldfastError => new HoldfastError("invalid", why);

/** Literal text at even places, names of inputs at odd ones. */
function splitTemplate(text: string): string[] {
	const pieces = text.split(PARAMETER);
	if (pieces.some((piece, i) => i % 2 === 0 && /[{}]/.test(piece))) {
		throw bad("has a brace that belongs to no parameter; write {name}");
	}
	return pieces;
}

/** Checks an address template. The messages continue "url …". */
export function parseUrlTemplate(text: string): UrlTemplate {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users would write it.
	if (text.includes("${")) throw bad("must not hold ${…}: addresses are logged; put secrets into headers");
	if (NEVER.test(text)) throw bad("must not contain spaces, control characters or backslashes");
	if (text.includes("#")) throw bad("must not have a fragment (#…): it is never sent");
	const [, scheme, authority = "", path = "/", query = ""] = PARTS.exec(text) ?? [];
	if (!scheme) throw bad("must be an http or https address, e.g. https://api.example.com/orders/{id}");
	if (/[{}]/.test(authority)) throw bad("must not have a parameter in its host or port");
	if (authority.includes("@")) throw bad("must not hold a user or password; put credentials into headers");
	if (!URL.canParse(`${scheme}://${authority}/`)) throw bad("has a host or port that is none");
	const { origin, host } = new URL(`${scheme}://${authority}/`);
	if (path.split("/").some((segment) => DOTS.test(segment)))
		throw bad('must not have "." or ".." in its path');
	const pathPieces = splitTemplate(path);
	const queryPieces = splitTemplate(query);
	const namesIn = (pieces: readonly string[]): string[] => pieces.filter((_, i) => i % 2 === 1);
	const names = new Set([...namesIn(pathPieces), ...namesIn(queryPieces)]);
	if (names.has("__proto__")) throw bad("must not have a parameter __proto__");
	const depth = path.split("/").length;
	return {
		names,
		host,
		shown: `${origin}${path}`,
		fill(input) {
			const filledPath = pathPieces.map((piece, i) => (i % 2 ? encodeSegment(piece, input) : piece)).join("");
			const filledQuery = queryPieces
				.map((piece, i) => (i % 2 ? encodeURIComponent(textOf(piece, input)) : piece))
				.join("");
			const url = new URL(`${origin}${filledPath}${filledQuery}`);
			// Cannot be, by what was checked above; it would be too bad to find out otherwise.
			if (url.origin !== origin || url.pathname.split("/").length !== depth || url.hash !== "") {
				throw bad("input does not fit into the address");
			}
			return url;
		},
	};
}

const wrong = (name: string, why: string): HoldfastError =>
	new HoldfastError("invalid", `input.${name}: ${why}`, { field: `input.${name}` });

function textOf(name: string, input: Readonly<Record<string, unknown>>): string {
	const value = Object.hasOwn(input, name) ? input[name] : undefined;
	if (typeof value !== "string" && typeof value !== "boolean" && !Number.isFinite(value)) {
		throw wrong(name, "must be a string, a number or a boolean, as it is part of the address");
	}
	const text = String(value);
	if (!text.isWellFormed()) throw wrong(name, "must not contain a lone surrogate");
	return text;
}

/** A value as part of one segment. Servers that decode early would take an encoded `a/../b` for a way up: refused too. */
function encodeSegment(name: string, input: Readonly<Record<string, unknown>>): string {
	const text = textOf(name, input);
	if (text === "") throw wrong(name, "must not be empty, as it is part of the path");
	if (text.split(/[/\\]/).some((part) => part === "." || part === "..")) {
		throw wrong(name, 'must not be or contain "." or ".." as a step of a path');
	}
	return encodeURIComponent(text);
}
