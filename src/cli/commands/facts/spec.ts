import { command } from "../../command.ts";
import { agent, paging, typedAgent, user } from "../../options.ts";

const id = { about: "the id of the fact" };
/** A fact's id is its own: the agent only saves looking through all of them. */
const ofAgent = { ...agent, about: "whose memory it is in; found without, too" };
const typedOfAgent = { ...typedAgent, about: "whose memory it is in; found without, too" };
const importance = { value: "text", placeholder: "0-1", about: "how much it matters" } as const;
const confidence = { value: "text", placeholder: "0-1", about: "how sure it is" } as const;
const kind = { value: "text", placeholder: "word", about: "what sort of fact it is" } as const;

export const ls = command({
	name: "facts ls",
	about: "list facts of an agent's memory, newest first",
	options: {
		agent: { ...agent, about: "whose memory; required" },
		user: { ...user, about: 'only what is known of this user, and to all; "" for the latter alone' },
		everybody: { value: "flag", about: "whosever they are, as without --user; wins over HOLDFAST_USER" },
		status: {
			value: ["active", "superseded", "quarantined", "all"],
			about: "which of them",
			default: "active",
		},
		pinned: { value: "flag", about: "only those that are pinned" },
		...paging,
	},
	examples: [
		{ type: "holdfast facts ls --agent support", to: "list all that support knows" },
		{ type: "holdfast facts ls --agent support --user ada", to: "list what it knows of Ada" },
		{ type: "holdfast facts ls --agent support --status quarantined", to: "list what nobody vouches for" },
	],
});

export const show = command({
	name: "facts show",
	about: "show a fact, and what was said that it comes from",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts show 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "show it with the messages it came from",
		},
	],
});

export const write = command({
	name: "facts write",
	about: "write a fact into an agent's memory",
	details:
		"Without --user it is known to all. What is known already, word for word, is confirmed and not kept twice.",
	args: { text: { about: "the fact, in a sentence" } },
	options: {
		agent: { ...agent, about: "whose memory; required" },
		user: { ...user, about: "of whom it is known" },
		importance,
		confidence,
		kind,
		pinned: { value: "flag", about: "recalled in every run, and not superseded in passing" },
		create: { value: "flag", about: "take an agent that is not defined and has no memory yet" },
	},
	creates: true,
	examples: [
		{ type: 'holdfast facts write "Ada prefers mail." --agent support --user ada', to: "tell it of Ada" },
		{
			type: 'holdfast facts write "The office closes at six." --agent support --pinned',
			to: "tell it something to recall in every run",
		},
	],
});

export const update = command({
	name: "facts update",
	about: "change a fact; what is not named stays",
	args: { id, text: { about: "the new text", optional: true } },
	options: {
		agent: ofAgent,
		importance,
		confidence,
		kind,
		status: {
			value: ["active", "superseded", "quarantined"],
			about: "active vouches for it, superseded retires it",
		},
		keepBoth: {
			value: "flag",
			about: "with --status active: keep the active facts that it contradicts, instead of replacing them",
		},
	},
	examples: [
		{
			type: 'holdfast facts update 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11 "Ada lives in Porto."',
			to: "word it anew",
		},
		{
			type: "holdfast facts update 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11 --status active",
			to: "vouch for a fact in quarantine; facts that it contradicts are replaced",
		},
	],
});

export const pin = command({
	name: "facts pin",
	about: "pin a fact: it is recalled in every run",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{ type: "holdfast facts pin 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "recall it in every run" },
	],
});

export const unpin = command({
	name: "facts unpin",
	about: "make a pinned fact an ordinary one",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{ type: "holdfast facts unpin 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "recall it where it fits" },
	],
});

export const forget = command({
	name: "facts forget",
	about: "delete a fact for good, with its history",
	args: { id },
	options: { agent: typedOfAgent },
	asks: true,
	examples: [
		{ type: "holdfast facts forget 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "ask, and delete it" },
	],
});

export const contradictions = command({
	name: "facts contradictions",
	about: "list the active facts that a fact contradicts: making it active replaces them",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts contradictions 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "see what vouching for it would replace",
		},
	],
});

export const history = command({
	name: "facts history",
	about: "show what happened to a fact, oldest first",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts history 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "show who changed what, and when",
		},
	],
});
