import { createRequire } from "node:module";
import { join } from "node:path";
import { KNOWN_PROVIDERS, type KnownProvider } from "../../model/known-providers.ts";
import type { Terminal } from "../terminal.ts";

/** The default model, and why it was chosen. */
export interface ModelChoice {
	readonly name: string;
	/** The reason, in a few words. */
	readonly why: string;
	/** How to choose another one. */
	readonly hints: readonly string[];
	/** It was picked automatically, because a key of its provider is set. */
	readonly isPicked: boolean;
}

export interface ModelSources {
	/** From --model or HOLDFAST_MODEL. */
	readonly asked?: { readonly name: string; readonly by: string } | undefined;
	/** From the configuration. */
	readonly configured?: { readonly name: string; readonly by: string } | undefined;
	readonly env: Terminal["env"];
	/** Where packages are searched, in addition to the location of this package. */
	readonly folder: string;
	readonly isInstalled?: (name: string) => boolean;
}

/** The model of a provider that is used if only its key is set. Small ones, because they are cheap. */
const USUAL: Readonly<Record<string, string>> = {
	openai: "openai/gpt-5-mini",
	anthropic: "anthropic/claude-haiku-4-5",
	google: "google/gemini-flash-latest",
};

/**
 * The model from the options or the environment, from the configuration, or of the only provider that has a key and an
 * installed package. If there is not exactly one such provider, the demo model: a guess could cost money.
 */
export function pickModel(sources: ModelSources): ModelChoice {
	const { asked, configured, env, folder } = sources;
	const said = asked ?? configured;
	if (said) return { name: said.name, why: said.by, hints: [], isPicked: false };
	const isThere = sources.isInstalled ?? ((name) => isInstalled(name, folder));
	const keyed = KNOWN_PROVIDERS.filter((known) => env[known.env]);
	const usable = keyed.filter((known) => isThere(known.package));
	const [only, ...others] = usable;
	if (only && others.length === 0) {
		const name = Object.hasOwn(USUAL, only.id) ? USUAL[only.id] : undefined;
		if (name !== undefined)
			return {
				name,
				why: `${only.env} is set`,
				isPicked: true,
				hints: ["To use another one: HOLDFAST_MODEL, or model: in holdfast.yaml"],
			};
	}
	return { name: "demo", isPicked: false, ...whyDemo(keyed, usable, isThere) };
}

function whyDemo(
	keyed: readonly KnownProvider[],
	usable: readonly KnownProvider[],
	isThere: (name: string) => boolean,
): Pick<ModelChoice, "why" | "hints"> {
	const [first] = usable;
	if (first && usable.length === 1)
		return {
			why: `${first.env} is set, but no model`,
			hints: [`To choose one: export HOLDFAST_MODEL=${first.id}/…`],
		};
	if (first)
		return {
			why: `${usable.map(({ env }) => env).join(" and ")} are set`,
			hints: [`To choose one: export HOLDFAST_MODEL=${USUAL[first.id] ?? `${first.id}/…`}`],
		};
	const [missing] = keyed;
	if (missing)
		return {
			why: `${missing.env} is set, but ${missing.package} is not installed`,
			hints: [`To use a real model: npm install ${missing.package}`],
		};
	const how = isThere("@ai-sdk/openai")
		? "export OPENAI_API_KEY=…"
		: "npm install @ai-sdk/openai, then export OPENAI_API_KEY=…";
	return { why: "no API key found", hints: [`To use a real model: ${how}`] };
}

/** Whether a package is installed, next to this one or in the project. Does not load it. */
function isInstalled(name: string, folder: string): boolean {
	return [import.meta.url, join(folder, "package.json")].some((from) => {
		try {
			createRequire(from).resolve(name);
			return true;
		} catch (error) {
			// Any other error means that it is installed and cannot be loaded with require.
			return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
		}
	});
}
