import { HoldfastError } from "../error/index.ts";

/** Servers speak to programs, of a header. Who types a command gives the key in other ways. */
export const KEY_NEEDED =
	"the server needs a valid key: give one with --key or HOLDFAST_KEY, or log in with `holdfast login <url>`";

/** What went wrong, in words for somebody who types commands. */
export function failureMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const isRefused = HoldfastError.isInstance(error) && error.code === "unauthorized";
	// What a command says itself names the options already.
	return isRefused && !message.includes("--key") ? KEY_NEEDED : message;
}
