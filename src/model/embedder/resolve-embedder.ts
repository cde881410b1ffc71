import { HoldfastError } from "../../error/index.ts";
import { type Importer, importPackage } from "../import-package.ts";
import { loadNamed, type NamedKind, type NamedModel, remember, tooOld } from "../load-provider.ts";
import { messageOf, readField } from "../read-error.ts";
import type { EmbeddingModel } from "./call-embedding-model.ts";
import type { Embedder } from "./embedder.ts";
import { loadBuiltinEmbedder } from "./load-builtin.ts";
import { modelEmbedder } from "./model-embedder.ts";

/** The values of the `embedder` option. */
export type EmbedderChoice = EmbeddingModel | string | false | undefined;

export type ResolveEmbedder = (given: EmbedderChoice) => Promise<Embedder | undefined>;

const KIND: NamedKind = { what: "embedding model", builtin: "builtin" };

/**
 * Creates a resolver with its own cache; tests pass an importer. It is only called for packages of the table.
 */
export function createEmbedderResolver(load: Importer = importPackage): ResolveEmbedder {
	const named = new Map<string, Promise<Embedder>>();
	const wrapped = new WeakMap<object, Promise<Embedder>>();
	return async (given) => {
		if (given === false) return undefined;
		if (given === undefined || given === KIND.builtin) return loadBuiltinEmbedder();
		if (typeof given === "string") {
			return remember(named, given, async () => makeEmbedder(given, await loadNamed(given, KIND, load)));
		}
		if (isEmbeddingModel(given)) return remember(wrapped, given, async () => modelEmbedder(given));
		throw new HoldfastError("invalid", `an embedding model must be ${WHAT_WORKS}; got ${whatItIs(given)}`);
	};
}

/**
 * The embedder for a value: the built-in one for undefined or `"builtin"`, none for `false`; otherwise an
 * embedding model of the AI SDK, or its name as `provider/model-id`, e.g. `openai/text-embedding-3-small`.
 */
export const resolveEmbedder: ResolveEmbedder = createEmbedderResolver();

const WHAT_WORKS =
	'an embedding model of an AI SDK provider, its name as "provider/model-id", e.g. "openai/text-embedding-3-small", "builtin", or false for none';

const VERSIONS: ReadonlySet<unknown> = new Set(["v2", "v3", "v4"]);

const isEmbeddingModel = (value: unknown): value is EmbeddingModel =>
	typeof readField(value, "doEmbed") === "function" && VERSIONS.has(readField(value, "specificationVersion"));

function whatItIs(value: unknown): string {
	if (typeof readField(value, "doEmbed") === "function") {
		const version = JSON.stringify(readField(value, "specificationVersion"));
		return `an embedding model with the unknown specification version ${version}`;
	}
	if (typeof readField(value, "doGenerate") === "function") return "a language model";
	if (typeof value === "function") return "a function; call its embeddingModel with the id of a model";
	if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
	return "an object that is not an embedding model";
}

function makeEmbedder(name: string, { provider, id, exported }: NamedModel): Embedder {
	// The second is the older name of the first.
	const make = memberOf(exported, "embeddingModel") ?? memberOf(exported, "textEmbeddingModel");
	if (!make)
		throw tooOld(KIND, name, provider, `this version of ${provider.package} has no embedding models`);
	let model: unknown;
	try {
		model = make(id);
	} catch (cause) {
		if (readField(cause, "name") === "AI_NoSuchModelError") {
			throw new HoldfastError(
				"capability_missing",
				`embedding model "${name}": ${provider.package} has no embedding model of this name, or none at all`,
				{ model: name, package: provider.package },
				{ cause },
			);
		}
		throw new HoldfastError(
			"invalid",
			`embedding model "${name}": ${messageOf(cause)}`,
			{ model: name },
			{ cause },
		);
	}
	if (isEmbeddingModel(model)) return modelEmbedder(model);
	throw tooOld(KIND, name, provider, `${provider.package} makes ${whatItIs(model)}`);
}

/** A provider is a function with members. */
function memberOf(provider: unknown, name: string): ((id: string) => unknown) | undefined {
	if (typeof provider !== "function" && typeof provider !== "object") return undefined;
	const member = (provider as Record<string, unknown> | null)?.[name];
	return typeof member === "function" ? member.bind(provider) : undefined;
}
