import type { KeyInfo } from "holdfast";

type Scope = KeyInfo["scope"];

/** The scopes of keys. */
export const SCOPES: readonly { value: Scope; name: string; words: string }[] = [
	{ value: "read", name: "Read", words: "Reads sessions, runs, users and facts. Changes nothing." },
	{
		value: "agent",
		name: "Agent",
		words: "For applications. Also runs agents, writes sessions and facts, and creates tokens for users.",
	},
	{
		value: "admin",
		name: "Admin",
		words:
			"For operators. Also manages keys, jobs, agent settings and retention, and erases data. For this tenant only.",
	},
];
