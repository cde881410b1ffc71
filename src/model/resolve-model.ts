import type { LanguageModelV4 } from "@ai-sdk/provider";
import { HoldfastError } from "../error/index.ts";
import { demoModel } from "./demo-model.ts";
import { type Importer, importPackage, isMissing } from "./import-package.ts";
import { KNOWN_PROVIDERS, type KnownProvider } from "./known-providers.ts";
import { messageOf, readField } from "./read-error.ts";
import type { LanguageModel } from "./types.ts";

export type ResolveModel = (model: LanguageModel | string) => Promise<LanguageModelV4>;

/** Makes a resolver with a cache of its own; tests give it an importer. It is asked for packages of the table only. */
export function createModelResolver(load: Importer = importPackage): ResolveModel {
	const named = new Map<string, Promise<LanguageModelV4>>();
	const adapted = new WeakMap<object, Promise<LanguageModelV4>>();
	return async (model) => {
		if (typeof model === "string") {
			return remember(named, model, () => resolveName(model, load));
		}
		const version: unknown = readField(model, "specificationVersion");
		if (isModel(model) && version === "v4") return model as LanguageModelV4;
		if (isModel(model) && (version === "v2" || version === "v3")) {
			return remember(adapted, model, () => adapt(model));
		}
		throw new HoldfastError("invalid", `a model must be ${WHAT_WORKS}; got ${whatItIs(model)}`);
	};
}

/**
 * The model that is meant: an object of the AI SDK, or `provider/model-id`, e.g. `openai/gpt-5-mini`. The provider's package
 * is loaded when it is first named; keys are read from the environment. `demo` is the built-in demo model.
 */
export const resolveModel: ResolveModel = createModelResolver();

const WHAT_WORKS =
	'a model of an AI SDK provider, or its name as "provider/model-id", e.g. "openai/gpt-5-mini"';

interface Cache<K> {
	get(key: K): Promise<LanguageModelV4> | undefined;
	set(key: K, value: Promise<LanguageModelV4>): unknown;
	delete(key: K): boolean;
}

/** Failures are not remembered: the package may be installed by the next time. */
function remember<K>(
	cache: Cache<K>,
	key: K,
	make: () => Promise<LanguageModelV4>,
): Promise<LanguageModelV4> {
	const known = cache.get(key);
	if (known) return known;
	const made = make();
	cache.set(key, made);
	made.catch(() => cache.delete(key));
	return made;
}

/** One method is enough: the other is made up for. */
function isModel(value: unknown): value is LanguageModel {
	return (
		typeof value === "object" &&
		value !== null &&
		["doGenerate", "doStream"].some((method) => typeof readField(value, method) === "function")
	);
}

function whatItIs(value: unknown): string {
	const version = readField(value, "specificationVersion");
	if (isModel(value)) return `a model of the unknown specification version ${JSON.stringify(version)}`;
	if (typeof value === "function") return "a function; call it with the id of a model";
	if (Array.isArray(value)) return "an array";
	if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
	return version === undefined ? "an object that is no model" : "an object that is no language model";
}

async function adapt(model: LanguageModel): Promise<LanguageModelV4> {
	// What `ai` does with older models of its own accord; with no middleware nothing else is added.
	const { wrapLanguageModel } = await import("ai");
	return wrapLanguageModel({ model, middleware: [] });
}

async function resolveName(name: string, load: Importer): Promise<LanguageModelV4> {
	if (name === "demo" || name.startsWith("demo/")) return demoModel();
	const slash = name.indexOf("/");
	const id = name.slice(slash + 1);
	const provider = KNOWN_PROVIDERS.find((known) => known.id === name.slice(0, Math.max(slash, 0)));
	if (!provider) {
		const known = [...KNOWN_PROVIDERS.map((each) => each.id), "demo"];
		const what = slash < 0 ? "names no provider" : "is of a provider that is not known by name";
		throw new HoldfastError(
			"invalid",
			`model "${name}" ${what}: write provider/model-id with one of ${known.join(", ")}; a model object of any AI SDK provider works too`,
			{ model: name, known },
		);
	}
	if (id.trim() === "") {
		throw new HoldfastError("invalid", `model "${name}" has no model id: write ${provider.id}/model-id`, {
			model: name,
		});
	}
	return makeModel(name, id, provider, await loadProvider(name, provider, load));
}

async function loadProvider(name: string, provider: KnownProvider, load: Importer): Promise<unknown> {
	try {
		return await load(provider.package);
	} catch (cause) {
		const fields = { model: name, package: provider.package };
		if (isMissing(cause, provider.package)) {
			const message = `model "${name}" needs the package ${provider.package}: npm install ${provider.package}`;
			throw new HoldfastError("capability_missing", message, fields, { cause });
		}
		const message = `model "${name}": the package ${provider.package} is installed and cannot be loaded: ${messageOf(cause)}`;
		throw new HoldfastError("capability_missing", message, { ...fields, broken: true }, { cause });
	}
}

async function makeModel(
	name: string,
	id: string,
	provider: KnownProvider,
	loaded: unknown,
): Promise<LanguageModelV4> {
	const make = readField(loaded, provider.export);
	if (typeof make !== "function") {
		throw new HoldfastError(
			"capability_missing",
			`model "${name}": this version of ${provider.package} has no "${provider.export}"; install a newer one: npm install ${provider.package}@latest`,
			{ model: name, package: provider.package },
		);
	}
	let model: unknown;
	try {
		model = make(id);
	} catch (cause) {
		// What it says names the setting that is missing, and where it is looked for.
		throw new HoldfastError("invalid", `model "${name}": ${messageOf(cause)}`, { model: name }, { cause });
	}
	if (isModel(model)) {
		if (model.specificationVersion === "v4") return model;
		if (model.specificationVersion === "v3" || model.specificationVersion === "v2") return adapt(model);
	}
	throw new HoldfastError(
		"capability_missing",
		`model "${name}": ${provider.package} makes ${whatItIs(model)}; install a newer one: npm install ${provider.package}@latest`,
		{ model: name, package: provider.package },
	);
}
