import { command } from "../../command.ts";
import { agent, paging, typedSession, user, whichSession } from "../../options.ts";

const session = { about: "session id" };

export const ls = command({
	name: "sessions ls",
	about: "list sessions, last updated first",
	options: {
		agent,
		user,
		mode: {
			value: ["auto", "manual"],
			about: "only sessions in which the agent answers (auto) or a human does (manual)",
		},
		open: { value: "flag", about: "only open sessions" },
		ended: { value: "flag", about: "only ended sessions" },
		externalId: { value: "text", placeholder: "id", about: "only sessions with this external id" },
		order: {
			value: ["updated", "created"],
			about: "sort by last update, or by creation",
			default: "updated",
		},
		...paging,
	},
	examples: [
		{ type: "holdfast sessions ls --agent support --open", to: "list the open sessions of support" },
		{ type: "holdfast sessions ls --mode manual", to: "list the sessions that a human has taken over" },
	],
});

export const show = command({
	name: "sessions show",
	about: "show the details, state, metadata and last run of a session",
	details: "For the conversation, see `holdfast memory show`; for the event log, see `holdfast events ls`.",
	args: { session },
	options: whichSession,
	examples: [{ type: "holdfast sessions show s1", to: "show s1" }],
});

export const state = command({
	name: "sessions state",
	about: "show the state of a session, now or at an offset",
	args: { session },
	options: {
		...whichSession,
		at: {
			value: "count",
			placeholder: "offset",
			about: "state after this event; shows only the session's own keys",
		},
	},
	examples: [
		{ type: "holdfast sessions state s1", to: "show the state, including user: and app: keys" },
		{ type: "holdfast sessions state s1 --at 12", to: "show the state after offset 12" },
	],
});

export const fork = command({
	name: "sessions fork",
	about: "create a new session with a copy of another session's events",
	args: { session },
	options: {
		...whichSession,
		at: { value: "count", placeholder: "offset", about: "last event to copy; default: the newest" },
		to: { value: "text", placeholder: "id", about: "id of the new session; default: generated" },
		toUser: { value: "text", placeholder: "id", about: "user of the new session; default: the same" },
	},
	examples: [{ type: "holdfast sessions fork s1 --at 12 --to s1-again", to: "try again from offset 12" }],
});

export const rekey = command({
	name: "sessions rekey",
	about: "move a session with all its data to another user or id",
	details:
		"Fails if a session with the new user and id exists already. With --merge, asks first, then appends the events to that session.",
	args: { session },
	options: {
		...whichSession,
		toUser: { value: "text", placeholder: "id", about: "new user" },
		toSession: { value: "text", placeholder: "id", about: "new session id" },
		merge: { value: "flag", about: "if the new session exists already, append the events to it; asks first" },
	},
	asks: true,
	examples: [
		{ type: "holdfast sessions rekey s1 --to-user ada", to: "move s1 to ada, for example after she logs in" },
	],
});

export const mode = command({
	name: "sessions mode",
	about: "hand a session over to a human (manual) or back to its agent (auto)",
	args: { session, mode: { about: "manual or auto" } },
	options: {
		...whichSession,
		by: { value: "text", placeholder: "name", about: "who changes the mode; stored in the event log" },
	},
	examples: [
		{ type: "holdfast sessions mode s1 manual --by Sam", to: "take over s1: its agent stops answering" },
		{ type: "holdfast sessions mode s1 auto", to: "hand s1 back to its agent" },
	],
});

export const post = command({
	name: "sessions post",
	about: "send a message to the user as a human",
	args: { session, text: { about: "message text" } },
	options: {
		...whichSession,
		name: { value: "text", placeholder: "name", about: "name that the user sees" },
	},
	examples: [
		{ type: 'holdfast sessions post s1 "I am looking into it." --name Sam', to: "send a message as Sam" },
	],
});

export const end = command({
	name: "sessions end",
	about: "end a session and extract facts from it; same as memory end",
	args: { session },
	options: typedSession,
	asks: true,
	examples: [{ type: "holdfast sessions end s1", to: "ask, end s1 and show the new facts" }],
});

export const rm = command({
	name: "sessions rm",
	about: "permanently delete a session; same as memory rm",
	args: { session },
	options: {
		...typedSession,
		forget: { value: "flag", about: "also delete the facts that came only from this session" },
	},
	asks: true,
	examples: [{ type: "holdfast sessions rm s1", to: "ask, then delete s1" }],
});
