const IRREGULAR_THIRD: Readonly<Record<string, string>> = {
	have: "has",
	do: "does",
	go: "goes",
	be: "is",
	am: "is",
};

/** The form that goes with he, she or the user: `love` gives `loves`. */
export function thirdPerson(verb: string): string {
	const known = IRREGULAR_THIRD[verb];
	if (known) return known;
	if (/(?:s|x|z|ch|sh)$/.test(verb)) return `${verb}es`;
	if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
	return `${verb}s`;
}

const IRREGULAR_PAST = new Set(
	`ate became began bought broke brought built came caught chose cut did drank drew drove fell felt flew forgot found gave got
	grew had heard held hit hurt kept knew led left lost made met moved paid put quit ran read rode said sang sat saw sent sold
	spent spoke stood swam taught took told thought threw understood was went were woke won wore wrote set bit hid shot slept
	tore grew swore bred fed dealt laid lay rose shut split stuck swept`.split(/\s+/),
);

/** True for verbs in the past, as far as their form tells. */
export function isPast(verb: string): boolean {
	return (
		IRREGULAR_PAST.has(verb) ||
		(/[a-z]{2}ed$/.test(verb) &&
			!/^(?:need|feed|speed|breed|succeed|proceed|exceed|bleed|seed|embed)$/.test(verb))
	);
}

const PARTICIPLES = new Set(
	`been gone done seen had got gotten become begun bought broken brought built come caught chosen cut drunk drawn driven eaten
	fallen felt flown forgotten found given grown heard held hit hurt kept known led left lost made met paid put quit run read
	ridden sung sold spent spoken swum taken taught told thought thrown understood won worn written sent slept set`.split(
		/\s+/,
	),
);

/** Whether a word can be a participle after "have": `I have moved`, but not `I have kids`. */
export function isParticiple(verb: string): boolean {
	return (
		PARTICIPLES.has(verb) ||
		(/[a-z]{2}ed$/.test(verb) && !/^(?:need|speed|seed|bed|weed|feed|breed)$/.test(verb))
	);
}
