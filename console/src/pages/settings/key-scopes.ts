import type { KeyInfo } from "holdfast";

type Scope = KeyInfo["scope"];

/** What a key of each sort may do. */
export const SCOPES: readonly { value: Scope; name: string; words: string }[] = [
	{ value: "read", name: "Read", words: "Sees sessions, runs, users and facts. Changes nothing." },
	{
		value: "agent",
		name: "Agent",
		words: "For applications: also runs agents, writes sessions and facts, makes tokens for users.",
	},
	{
		value: "admin",
		name: "Admin",
		words: "For operators: also keys, jobs, settings of agents, retention and erasing. Of this tenant only.",
	},
];
