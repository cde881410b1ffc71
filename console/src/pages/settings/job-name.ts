const NAMES: Readonly<Record<string, string>> = {
	consolidate: "Consolidation",
	sweep: "Sweep",
	callback: "Callback of a triggered run",
	cleanup: "Cleanup after a triggered run",
};

/** The display name of a kind of job; an unknown kind is shown as it is. */
export const jobName = (kind: string): string => NAMES[kind] ?? kind;
