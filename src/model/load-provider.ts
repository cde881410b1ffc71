import { HoldfastError } from "../error/index.ts";
import { type Importer, isMissing } from "./import-package.ts";
import { KNOWN_PROVIDERS, type KnownProvider } from "./known-providers.ts";
import { messageOf, readField } from "./read-error.ts";

/** What `provider/model-id` names: its name in messages, and the name of the built-in one. */
export interface NamedKind {
	what: "model" | "embedding model";
	builtin: string;
}

export interface NamedModel {
	provider: KnownProvider;
	id: string;
	/** What the package exports for the provider: a function with the kinds of models as members. */
	exported: unknown;
}

/** The providers of well-known model names. Only for advice. */
const MAKERS: readonly (readonly [provider: string, names: RegExp])[] = [
	["openai", /^(gpt|o\d|chatgpt|text-embedding)(-|$)/i],
	["anthropic", /^claude-/i],
	["google", /^gemini-/i],
	["mistral", /^(mistral|magistral|ministral|codestral)-/i],
	["xai", /^grok-/i],
	["deepseek", /^deepseek-/i],
	["cohere", /^command-/i],
];

/** Parses a name and loads the package of its provider. Only packages of the table are ever imported. */
export async function loadNamed(name: string, kind: NamedKind, load: Importer): Promise<NamedModel> {
	const { what } = kind;
	const slash = name.indexOf("/");
	const id = name.slice(slash + 1);
	const provider = KNOWN_PROVIDERS.find((known) => known.id === name.slice(0, Math.max(slash, 0)));
	if (!provider) {
		const known = [...KNOWN_PROVIDERS.map((each) => each.id), kind.builtin];
		const why = slash < 0 ? "has no provider" : "has an unknown provider";
		const maker = slash < 0 ? MAKERS.find(([, names]) => names.test(name))?.[0] : undefined;
		const meant = maker === undefined ? "" : `did you mean ${maker}/${name}? Otherwise `;
		throw new HoldfastError(
			"invalid",
			`${what} "${name}" ${why}: ${meant}write provider/model-id with one of ${known.join(", ")}; a model object of any AI SDK provider works too`,
			{ model: name, known },
		);
	}
	if (id.trim() === "") {
		throw new HoldfastError("invalid", `${what} "${name}" has no model id: write ${provider.id}/model-id`, {
			model: name,
		});
	}
	const loaded = await loadPackage(`${what} "${name}"`, name, provider, load);
	return { provider, id, exported: readField(loaded, provider.export) };
}

async function loadPackage(
	said: string,
	name: string,
	provider: KnownProvider,
	load: Importer,
): Promise<unknown> {
	try {
		return await load(provider.package);
	} catch (cause) {
		const fields = { model: name, package: provider.package };
		if (isMissing(cause, provider.package)) {
			const message = `${said} needs the package ${provider.package}: npm install ${provider.package}`;
			throw new HoldfastError("capability_missing", message, fields, { cause });
		}
		const message = `${said}: the package ${provider.package} is installed but cannot be loaded: ${messageOf(cause)}`;
		throw new HoldfastError("capability_missing", message, { ...fields, broken: true }, { cause });
	}
}

/** The error for something that a package does not have, or has in an unknown form. */
export function tooOld(
	{ what }: NamedKind,
	name: string,
	provider: KnownProvider,
	why: string,
): HoldfastError {
	return new HoldfastError(
		"capability_missing",
		`${what} "${name}": ${why}; install a newer one: npm install ${provider.package}@latest`,
		{ model: name, package: provider.package },
	);
}

/** Failures are not cached: the package may be installed by the next time. */
export function remember<K, T>(cache: Cache<K, T>, key: K, make: () => Promise<T>): Promise<T> {
	const known = cache.get(key);
	if (known) return known;
	const made = make();
	cache.set(key, made);
	made.catch(() => cache.delete(key));
	return made;
}

interface Cache<K, T> {
	get(key: K): Promise<T> | undefined;
	set(key: K, value: Promise<T>): unknown;
	delete(key: K): boolean;
}
