import { createRequire } from "node:module";
import { join } from "node:path";
import { KNOWN_PROVIDERS, type KnownProvider } from "../../model/known-providers.ts";
import type { Terminal } from "../terminal.ts";

/** The model for agents that name none, and how it came to be that one. */
export interface ModelChoice {
	readonly name: string;
	/** In a few words: who has said so. */
	readonly why: string;
	/** What to do for another one. */
	readonly hints: readonly string[];
	/** Nobody has named it: a key of its provider was there. */
	readonly isPicked: boolean;
}

export interface ModelSources {
	/** What was typed, or HOLDFAST_MODEL. */
	readonly asked?: { readonly name: string; readonly by: string } | undefined;
	/** What the configuration names. */
	readonly configured?: { readonly name: string; readonly by: string } | undefined;
	readonly env: Terminal["env"];
	/** Where packages are looked for, beside where this one is. */
	readonly folder: string;
	readonly isInstalled?: (name: string) => boolean;
}

/** Which model of a provider is taken when its key is all that is known. Small ones: nobody has agreed to a price. */
const USUAL: Readonly<Record<string, string>> = {
	openai: "openai/gpt-5-mini",
	anthropic: "anthropic/claude-haiku-4-5",
	google: "google/gemini-flash-latest",
};

/**
 * What was asked for, what is configured, or the only provider whose key and package are there. Where that is not one and
 * only one, it is the demo model: a guess could cost money.
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
				...{ name, why: `${only.env} is set`, isPicked: true },
				hints: ["Another one: HOLDFAST_MODEL, or model: in holdfast.yaml"],
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
			why: `${first.env} is set, but no model is named`,
			hints: [`Name one: export HOLDFAST_MODEL=${first.id}/…`],
		};
	if (first)
		return {
			why: `${usable.map(({ env }) => env).join(" and ")} are set`,
			hints: [`Choose one: export HOLDFAST_MODEL=${USUAL[first.id] ?? `${first.id}/…`}`],
		};
	const [missing] = keyed;
	if (missing)
		return {
			why: `${missing.env} is set, but ${missing.package} is not installed`,
			hints: [`For a real one: npm install ${missing.package}`],
		};
	const how = isThere("@ai-sdk/openai")
		? "export OPENAI_API_KEY=…"
		: "npm install @ai-sdk/openai, and export OPENAI_API_KEY=…";
	return { why: "no API key found", hints: [`For a real one: ${how}`] };
}

/** Whether a package is there, without loading it: beside this one, or in the project. */
function isInstalled(name: string, folder: string): boolean {
	return [import.meta.url, join(folder, "package.json")].some((from) => {
		try {
			createRequire(from).resolve(name);
			return true;
		} catch (error) {
			// It is there where it only refuses to be required.
			return (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND";
		}
	});
}
