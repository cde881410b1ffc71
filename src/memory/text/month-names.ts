import { foldText } from "./fold-text.ts";

/** The months in English and six other languages, each with the forms in use, January first. */
const MONTHS = [
	"january jan januar jänner janvier enero gennaio janeiro januari",
	"february feb februar février febrero febbraio fevereiro februari",
	"march mar märz mars marzo março maart",
	"april apr avril abril aprile",
	"may mai mayo maggio maio mei",
	"june jun juni juin junio giugno junho",
	"july jul juli juillet julio luglio julho",
	"august aug août agosto augustus",
	"september sept sep septembre septiembre setiembre settembre setembro",
	"october oct oktober octobre octubre ottobre outubro okt",
	"november nov novembre noviembre novembro",
	"december dec dezember décembre diciembre dicembre dezembro dez",
].map((names) => names.split(" "));

const NUMBERS: ReadonlyMap<string, number> = new Map(
	MONTHS.flatMap((names, i) => names.map((name) => [foldText(name), i + 1] as const)),
);

/** Names that mean only a month: not also a verb, a first name, a planet or an abbreviation. */
export const PLAIN_MONTHS: ReadonlySet<string> = new Set(
	MONTHS.flat()
		.map(foldText)
		.filter(
			(name) =>
				name.length > 4 && !/^(?:march|marzo|marco|maart|julio|april|august|avril|aprile)$/.test(name),
		)
		.concat("july", "juin"),
);

/** A pattern for all names of months, with or without accents, longer names first. */
export const MONTH_PATTERN: string = [...new Set(MONTHS.flat().flatMap((name) => [name, foldText(name)]))]
	.toSorted((a, b) => b.length - a.length)
	.join("|");

/** The number of a month, 1 to 12, by its name in upper or lower case, with or without accents. */
export function monthOf(name: string): number | undefined {
	return NUMBERS.get(foldText(name));
}
