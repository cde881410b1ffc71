/** English words that speak to the other one. Whoever reads the words of a text anyway can count these on the way. */
export const SECOND_PERSON: ReadonlySet<string> = new Set(
	"you your yours yourself yourselves u ur youre youve youll".split(" "),
);

/** English words that speak of the speaker. */
export const FIRST_PERSON: ReadonlySet<string> = new Set(
	"i me my mine myself we us our ours ourselves im ive".split(" "),
);
