/** Something that the operators of a store should know. */
export interface Finding {
	/** The subject in one or two words: `schema`, `row level security`. */
	about: string;
	/** `warning`: it works, but not as well or as safely as it could. `problem`: something does not work. */
	status: "ok" | "warning" | "problem";
	/** What was found. If it is not ok, also what to do. */
	message: string;
}
