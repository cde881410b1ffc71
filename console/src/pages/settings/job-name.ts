const NAMES: Readonly<Record<string, string>> = {
	consolidate: "Learn from a session",
	sweep: "Remove what is too old",
	callback: "Tell the outcome of a triggered run",
	cleanup: "Clean up after a triggered run",
};

/** What a sort of job does; of one that is not known here, its name. */
export const jobName = (kind: string): string => NAMES[kind] ?? kind;
