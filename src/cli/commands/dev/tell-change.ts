import { green, red, type Screen, yellow } from "../../screen/screen.ts";
import type { Change } from "./watch-agents.ts";

/** Prints a line for a changed file, or the problems in it with their positions. */
export function tellChange(err: Screen, change: Change): void {
	if (change.kind === "broken") for (const line of change.message.split("\n")) err.line(red("✗ "), line);
	else if (change.kind === "reloaded") err.line(green("✓ "), `reloaded ${change.file}`);
	else err.line(yellow("✓ "), `removed ${change.file}`);
}
