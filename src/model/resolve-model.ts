import type { LanguageModelV4 } from "@ai-sdk/provider";
import { HoldfastError } from "../error/index.ts";
import { demoModel } from "./demo-model.ts";
import { type Importer, importPackage } from "./import-package.ts";
import { loadNamed, type NamedKind, type NamedModel, remember, tooOld } from "./load-provider.ts";
import { messageOf, readField } from "./read-error.ts";
import type { LanguageModel } from "./types.ts";

export type ResolveModel = (model: LanguageModel | string) => Promise<LanguageModelV4>;

/**
 * Creates a resolver with its own cache; tests pass an importer. It is only called for packages of the table.
 */
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
 * The model for a value: an object of the AI SDK, or `provider/model-id`, e.g. `openai/gpt-5-mini`. The
 * provider's package is loaded when it is first named; keys are read from the environment. `demo` is the
 * built-in demo model.
 */
export const resolveModel: ResolveModel = createModelResolver();

const WHAT_WORKS =
	'a model of an AI SDK provider, or its name as "provider/model-id", e.g. "openai/gpt-5-mini"';

const KIND: NamedKind = { what: "model", builtin: "demo" };

/** One method is enough: the other is emulated. */
function isModel(value: unknown): value is LanguageModel {
	return (
		typeof value === "object" &&
		value !== null &&
		["doGenerate", "doStream"].some((method) => typeof readField(value, method) === "function")
	);
}

function whatItIs(value: unknown): string {
	const version = readField(value, "specificationVersion");
	if (isModel(value)) return `a model with the unknown specification version ${JSON.stringify(version)}`;
	if (typeof value === "function") return "a function; call it with the id of a model";
	if (Array.isArray(value)) return "an array";
	if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
	return version === undefined ? "an object that is not a model" : "an object that is not a language model";
}

async function adapt(model: LanguageModel): Promise<LanguageModelV4> {
	// `ai` does this with older models by default; without middleware, it adds nothing else.
	const { wrapLanguageModel } = await import("ai");
	return wrapLanguageModel({ model, middleware: [] });
}

async function resolveName(name: string, load: Importer): Promise<LanguageModelV4> {
	if (name === "demo" || name.startsWith("demo/")) return demoModel();
	return makeModel(name, await loadNamed(name, KIND, load));
}

async function makeModel(name: string, { provider, id, exported }: NamedModel): Promise<LanguageModelV4> {
	if (typeof exported !== "function") {
		throw tooOld(KIND, name, provider, `this version of ${provider.package} has no "${provider.export}"`);
	}
	let model: unknown;
	try {
		model = exported(id);
	} catch (cause) {
		// The message names the missing setting and where it is read from.
		throw new HoldfastError("invalid", `model "${name}": ${messageOf(cause)}`, { model: name }, { cause });
	}
	if (isModel(model)) {
		if (model.specificationVersion === "v4") return model;
		if (model.specificationVersion === "v3" || model.specificationVersion === "v2") return adapt(model);
	}
	throw tooOld(KIND, name, provider, `${provider.package} makes ${whatItIs(model)}`);
}
