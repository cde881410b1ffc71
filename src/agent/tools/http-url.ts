import { HoldfastError } from "../../error/index.ts";

/** A URL with `{name}` for inputs. */
export interface UrlTemplate {
	/** The inputs in the URL. */
	readonly names: ReadonlySet<string>;
	readonly host: string;
	/** The URL without the query, which may contain a key. */
	readonly shown: string;
	/** The URL with the inputs inserted. Throws `invalid` if an input could change more than its own part. */
	fill(input: Readonly<Record<string, unknown>>): URL;
}

const PARTS = /^(https?):\/\/([^/?#]+)(\/[^?#]*)?(\?[^#]*)?$/i;
const PARAMETER = /\{([A-Za-z_][A-Za-z0-9_-]*)\}/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NEVER = /[\s\\\u0000-\u001f\u007f]/;
const DOTS = /^(?:\.|%2e){1,2}$/i;

const bad = (why: string): HoldfastError => new HoldfastError("invalid", why);

/** Literal texts at even indexes, input names at odd ones. */
function splitTemplate(text: string): string[] {
	const pieces = text.split(PARAMETER);
	if (pieces.some((piece, i) => i % 2 === 0 && /[{}]/.test(piece))) {
		throw bad("has a brace without a parameter; write {name}");
	}
	return pieces;
}

/** Checks a URL template. Error messages continue the name of the field: "url …". */
export function parseUrlTemplate(text: string): UrlTemplate {
	// biome-ignore lint/suspicious/noTemplateCurlyInString: this is how users would write it.
	if (text.includes("${")) throw bad("must not contain ${…}: addresses are logged; put secrets into headers");
	if (NEVER.test(text)) throw bad("must not contain spaces, control characters or backslashes");
	if (text.includes("#")) throw bad("must not have a fragment (#…): it is never sent");
	const [, scheme, authority = "", path = "/", query = ""] = PARTS.exec(text) ?? [];
	if (!scheme) throw bad("must be an http or https address, e.g. https://api.example.com/orders/{id}");
	if (/[{}]/.test(authority)) throw bad("must not have a parameter in its host or port");
	if (authority.includes("@")) throw bad("must not contain a user or password; put credentials into headers");
	if (!URL.canParse(`${scheme}://${authority}/`)) throw bad("has an invalid host or port");
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
			// The checks above rule this out. It is checked again because a mistake here would be a security hole.
			if (url.origin !== origin || url.pathname.split("/").length !== depth || url.hash !== "") {
				throw bad("input would change the address");
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
		throw wrong(name, "must be a string, a number or a boolean, because it is part of the address");
	}
	const text = String(value);
	if (!text.isWellFormed()) throw wrong(name, "must not contain a lone surrogate");
	return text;
}

/**
 * A value as part of one path segment. An encoded `a/../b` is refused too: servers that decode early would go
 * up a folder.
 */
function encodeSegment(name: string, input: Readonly<Record<string, unknown>>): string {
	const text = textOf(name, input);
	if (text === "") throw wrong(name, "must not be empty, because it is part of the path");
	if (text.split(/[/\\]/).some((part) => part === "." || part === "..")) {
		throw wrong(name, 'must not be or contain "." or ".." as a step of a path');
	}
	return encodeURIComponent(text);
}
