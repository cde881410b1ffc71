/**
 * English words that address the other person. Code that reads the words of a text anyway can count them on
 * the way.
 */
export const SECOND_PERSON: ReadonlySet<string> = new Set(
	"you your yours yourself yourselves u ur youre youve youll".split(" "),
);

/** English words of the first person. */
export const FIRST_PERSON: ReadonlySet<string> = new Set(
	"i me my mine myself we us our ours ourselves im ive".split(" "),
);
