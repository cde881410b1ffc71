import { dim, type Screen } from "../screen/screen.ts";

/** Says how to go on, where a list has more. */
export function printNext(err: Screen, next: string | undefined): void {
	if (next !== undefined) err.line(dim(`There are more: add --cursor ${next}`));
}
