import type { KeyInfo } from "holdfast";

type Scope = KeyInfo["scope"];

/** What a key of each sort may do. */
export const SCOPES: readonly { scope: Scope; name: string; words: string }[] = [
	{ scope: "read", name: "Read", words: "Sees sessions, runs, users and facts. Changes nothing." },
	{
		scope: "agent",
		name: "Agent",
		words: "For applications: also runs agents, writes sessions and facts, makes tokens for users.",
	},
	{
		scope: "admin",
		name: "Admin",
		words: "For operators: also keys, jobs, settings of agents, retention and erasing. Of this tenant only.",
	},
];
