import { HoldfastError } from "../error/index.ts";

/** Replaces the message of servers, which names an HTTP header: on the command line a key is given in other ways. */
export const KEY_NEEDED =
	"the server needs a valid key; set --key or HOLDFAST_KEY, or log in with `holdfast login <url>`";

/** The message of an error, for a user of the command line. */
export function failureMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const isRefused = HoldfastError.isInstance(error) && error.code === "unauthorized";
	// The command's own messages name the options already.
	return isRefused && !message.includes("--key") ? KEY_NEEDED : message;
}
