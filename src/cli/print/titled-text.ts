import { dim, type Screen } from "../screen/screen.ts";
import { printParagraph } from "./paragraph.ts";

/** Prints a text below its title; nothing if there is no text. */
export function printTitled(screen: Screen, title: string, text: string | undefined): void {
	if (text === undefined || text.trim() === "") return;
	screen.line("\n", dim(title));
	printParagraph(screen, text.trimEnd());
}
