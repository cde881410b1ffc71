import type { Platform } from "../session/index.ts";
import type { Keys, Tokens } from "./access.ts";

/** Loads the code for keys at its first use: only servers need it. */
export function lazyKeys(platform: Platform): Keys {
	const load = async (): Promise<Keys> => (await import("./keys.ts")).createKeys(platform);
	return {
		create: async (...args) => (await load()).create(...args),
		list: async (...args) => (await load()).list(...args),
		revoke: async (...args) => (await load()).revoke(...args),
	};
}

export function lazyTokens(platform: Platform): Tokens {
	return {
		create: async (...args) => (await import("./tokens.ts")).createTokens(platform).create(...args),
	};
}
