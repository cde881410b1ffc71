/** Something that the people who operate a store should know. */
export interface Finding {
	/** What it is about, in a word or two: `schema`, `row level security`. */
	about: string;
	/** `warning`: it works, but not as well or as safely as it could. `problem`: something does not work. */
	status: "ok" | "warning" | "problem";
	/** What was found and, unless it is in order, what to do. */
	message: string;
}
