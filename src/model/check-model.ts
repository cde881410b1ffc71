import { HoldfastError } from "../error/index.ts";
import { KNOWN_PROVIDERS } from "./known-providers.ts";
import { type ResolveModel, resolveModel } from "./resolve-model.ts";
import type { LanguageModel } from "./types.ts";

/** Something that makes a model fail, or may do so. */
export interface ModelFlaw {
	/** `problem`: it cannot answer. `warning`: it may depend on credentials that cannot be checked here. */
	readonly status: "problem" | "warning";
	/** As `provider/model`. */
	readonly model: string;
	/** One line: what is wrong and what to do. Never contains a key. */
	readonly message: string;
}

export interface CheckModelOptions {
	/** Where to look for keys. Default: the environment of this process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly resolve?: ResolveModel;
}

/**
 * Finds what would make a model fail: a name without a provider, a package that is not installed, a missing
 * key. It sends nothing: only a run shows whether the provider accepts the key.
 */
export async function checkModel(
	model: LanguageModel | string,
	{ env = process.env, resolve = resolveModel }: CheckModelOptions = {},
): Promise<ModelFlaw[]> {
	const flaws: ModelFlaw[] = [];
	const name = typeof model === "string" ? model : `${model.provider}/${model.modelId}`;
	try {
		await resolve(model);
	} catch (error) {
		if (!HoldfastError.isInstance(error)) throw error;
		flaws.push({ status: "problem", model: name, message: error.message });
	}
	// The key of a model object may have been set in code.
	const key = typeof model === "string" ? checkKey(name, env) : undefined;
	return key ? [...flaws, key] : flaws;
}

function checkKey(name: string, env: NonNullable<CheckModelOptions["env"]>): ModelFlaw | undefined {
	const provider = KNOWN_PROVIDERS.find(({ id }) => name.startsWith(`${id}/`));
	if (!provider || [provider.env, ...provider.otherEnv].some((variable) => env[variable])) return undefined;
	if (provider.otherEnv.length === 0) {
		const message = `model "${name}" needs a key, and ${provider.env} is not set: export ${provider.env}=…`;
		return { status: "problem", model: name, message };
	}
	const message = `model "${name}": ${provider.env} is not set: export ${provider.env}=…, unless the machine has other credentials for ${provider.id}`;
	return { status: "warning", model: name, message };
}
