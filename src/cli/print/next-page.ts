import { dim, type Screen } from "../screen/screen.ts";

/** Says how to get the next page, if there is one. */
export function printNext(err: Screen, next: string | undefined): void {
	if (next !== undefined) err.line(dim(`More items available: add --cursor ${next}`));
}
