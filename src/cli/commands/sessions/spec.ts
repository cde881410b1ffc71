import { command } from "../../command.ts";
import { paging, typedSession, whichSession } from "../../options.ts";

const session = { about: "the id of the session" };

export const ls = command({
	name: "sessions ls",
	about: "list sessions, the last changed first",
	options: {
		...whichSession,
		mode: { value: ["auto", "manual"], about: "only those that an agent has (auto), or a human (manual)" },
		open: { value: "flag", about: "only those that are not ended" },
		ended: { value: "flag", about: "only those that are ended" },
		externalId: { value: "text", placeholder: "id", about: "only those with this external id" },
		order: {
			value: ["updated", "created"],
			about: "by last change, or by age",
			default: "updated",
		},
		...paging,
	},
	examples: [
		{ type: "holdfast sessions ls --agent support --open", to: "list what support is talking about" },
		{ type: "holdfast sessions ls --mode manual", to: "list the conversations that humans have taken over" },
	],
});

export const show = command({
	name: "sessions show",
	about: "show a session's record, state, metadata and last run",
	details: "What was said in it shows `holdfast memory show`, its log `holdfast events ls`.",
	args: { session },
	options: whichSession,
	examples: [{ type: "holdfast sessions show s1", to: "show s1" }],
});

export const state = command({
	name: "sessions state",
	about: "show the state of a session, now or as it was at an offset",
	args: { session },
	options: {
		...whichSession,
		at: {
			value: "count",
			placeholder: "offset",
			about: "when this was the newest event: the session's own keys",
		},
	},
	examples: [
		{ type: "holdfast sessions state s1", to: "show its state, with what is shared with user and app" },
		{ type: "holdfast sessions state s1 --at 12", to: "show what it was at offset 12" },
	],
});

export const fork = command({
	name: "sessions fork",
	about: "make a new session with a copy of the past of another",
	args: { session },
	options: {
		...whichSession,
		at: { value: "count", placeholder: "offset", about: "the last event that is copied; default the newest" },
		to: { value: "text", placeholder: "id", about: "the id of the new one; default: one is made" },
		toUser: { value: "text", placeholder: "id", about: "the user of the new one; default the same" },
	},
	examples: [{ type: "holdfast sessions fork s1 --at 12 --to s1-again", to: "try again from offset 12 on" }],
});

export const rekey = command({
	name: "sessions rekey",
	about: "move a session to another user or id, with all that belongs to it",
	details:
		"With --merge its events are appended to a session that has the name already. That is asked for first.",
	args: { session },
	options: {
		...whichSession,
		toUser: { value: "text", placeholder: "id", about: "the user that it is to belong to" },
		toSession: { value: "text", placeholder: "id", about: "the id that it is to have" },
		merge: { value: "flag", about: "if there is such a session: append to it" },
	},
	asks: true,
	examples: [
		{ type: "holdfast sessions rekey s1 --to-user ada", to: "give s1 to ada, who has logged in meanwhile" },
	],
});

export const mode = command({
	name: "sessions mode",
	about: "hand a session over to a human (manual), or back to its agent (auto)",
	args: { session, mode: { about: "manual or auto" } },
	options: {
		...whichSession,
		by: { value: "text", placeholder: "name", about: "who does it; kept in the log" },
	},
	examples: [
		{ type: "holdfast sessions mode s1 manual --by Sam", to: "take s1 over: its agent stays silent" },
		{ type: "holdfast sessions mode s1 auto", to: "hand it back" },
	],
});

export const post = command({
	name: "sessions post",
	about: "write to the user as a human",
	args: { session, text: { about: "what to say" } },
	options: {
		...whichSession,
		name: { value: "text", placeholder: "name", about: "the name that the user sees" },
	},
	examples: [{ type: 'holdfast sessions post s1 "I am looking into it." --name Sam', to: "answer as Sam" }],
});

export const end = command({
	name: "sessions end",
	about: "end a session, and make facts of it; the same as memory end",
	args: { session },
	options: typedSession,
	asks: true,
	examples: [{ type: "holdfast sessions end s1", to: "ask, end s1, and show what will be remembered of it" }],
});

export const rm = command({
	name: "sessions rm",
	about: "delete a session for good; the same as memory rm",
	args: { session },
	options: {
		...typedSession,
		forget: { value: "flag", about: "also facts that came from nothing else" },
	},
	asks: true,
	examples: [{ type: "holdfast sessions rm s1", to: "ask, and delete s1" }],
});
