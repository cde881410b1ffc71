import { command } from "../../command.ts";
import { agent, paging, typedAgent, user } from "../../options.ts";

const id = { about: "fact id" };
/** A fact's id is unique. Naming the agent only saves a search through the memory of all agents. */
const ofAgent = { ...agent, about: "agent that has the fact; optional, makes the lookup faster" };
const typedOfAgent = { ...typedAgent, about: "agent that has the fact; optional, makes the lookup faster" };
const importance = { value: "text", placeholder: "0-1", about: "importance, from 0 to 1" } as const;
const confidence = { value: "text", placeholder: "0-1", about: "confidence, from 0 to 1" } as const;
const kind = { value: "text", placeholder: "word", about: "kind of fact, in a word of your choice" } as const;

export const ls = command({
	name: "facts ls",
	about: "list the facts of an agent, newest first",
	options: {
		agent: { ...agent, about: "agent id; required" },
		user: {
			...user,
			about: 'only facts of this user and facts for all users; "" for facts for all users only',
		},
		everybody: { value: "flag", about: "facts of any user, as without --user; overrides HOLDFAST_USER" },
		status: {
			value: ["active", "superseded", "quarantined", "all"],
			about: "filter by status",
			default: "active",
		},
		pinned: { value: "flag", about: "only pinned facts" },
		...paging,
	},
	examples: [
		{ type: "holdfast facts ls --agent support", to: "list the facts that support knows" },
		{
			type: "holdfast facts ls --agent support --user ada",
			to: "list the facts about Ada, and those for all users",
		},
		{
			type: "holdfast facts ls --agent support --status quarantined",
			to: "list the facts that wait for review",
		},
	],
});

export const show = command({
	name: "facts show",
	about: "show a fact and the messages it came from",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts show 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "show a fact",
		},
	],
});

export const write = command({
	name: "facts write",
	about: "add a fact to an agent's memory",
	details:
		"Without --user, the fact applies to all users. If a fact with the same words exists, it is confirmed and not stored twice.",
	args: { text: { about: "the fact, as a sentence" } },
	options: {
		agent: { ...agent, about: "agent id; required" },
		user: { ...user, about: "user that the fact is about; default: all users" },
		importance,
		confidence,
		kind,
		pinned: { value: "flag", about: "include it in every prompt; new messages do not supersede it" },
		create: { value: "flag", about: "allow an agent that is not defined and has no memory yet" },
	},
	creates: true,
	examples: [
		{
			type: 'holdfast facts write "Ada prefers mail." --agent support --user ada',
			to: "add a fact about Ada",
		},
		{
			type: 'holdfast facts write "The office closes at six." --agent support --pinned',
			to: "add a fact for all users that every prompt includes",
		},
	],
});

export const update = command({
	name: "facts update",
	about: "change a fact; only the values that you give change",
	args: { id, text: { about: "new text", optional: true } },
	options: {
		agent: ofAgent,
		importance,
		confidence,
		kind,
		status: {
			value: ["active", "superseded", "quarantined"],
			about: "new status: active approves a quarantined fact, superseded retires a fact",
		},
		keepBoth: {
			value: "flag",
			about: "with --status active: keep active facts that contradict it, instead of superseding them",
		},
	},
	examples: [
		{
			type: 'holdfast facts update 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11 "Ada lives in Porto."',
			to: "change the text",
		},
		{
			type: "holdfast facts update 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11 --status active",
			to: "approve a quarantined fact; it supersedes active facts that contradict it",
		},
	],
});

export const pin = command({
	name: "facts pin",
	about: "pin a fact: every prompt includes it",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts pin 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "include the fact in every prompt",
		},
	],
});

export const unpin = command({
	name: "facts unpin",
	about: "unpin a fact: it is recalled only when relevant",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts unpin 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "recall the fact only when relevant",
		},
	],
});

export const forget = command({
	name: "facts forget",
	about: "permanently delete a fact and its history",
	args: { id },
	options: { agent: typedOfAgent },
	asks: true,
	examples: [
		{ type: "holdfast facts forget 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11", to: "ask, then delete the fact" },
	],
});

export const contradictions = command({
	name: "facts contradictions",
	about: "list the active facts that a fact contradicts and would supersede when made active",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts contradictions 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "show which facts approving it would supersede",
		},
	],
});

export const history = command({
	name: "facts history",
	about: "show the changes of a fact, oldest first",
	args: { id },
	options: { agent: ofAgent },
	examples: [
		{
			type: "holdfast facts history 0198f0c2-7a41-7c1e-b0a5-6a3f5b0c9d11",
			to: "show what changed, when and why",
		},
	],
});
