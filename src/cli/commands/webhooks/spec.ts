import { command } from "../../command.ts";

export const ls = command({
	name: "webhooks ls",
	about: "list the deliveries of events to URLs, and what of them has failed",
	options: {
		dead: { value: "flag", about: "only those that were given up; as --status dead" },
		status: { value: ["active", "dead"], about: "only those that stand so" },
		limit: { value: "count", short: "n", about: "how many, at most 500", default: 50 },
		cursor: { value: "text", about: "what follows the last list" },
	},
	examples: [
		{ type: "holdfast webhooks ls", to: "see how far each delivery is" },
		{ type: "holdfast webhooks ls --dead", to: "see those that were given up, and why" },
	],
});

export const retry = command({
	name: "webhooks retry",
	about: "try deliveries again now that failed or were given up",
	args: { session: { about: "the session whose events are delivered", optional: true } },
	options: {
		agent: { value: "text", placeholder: "id", about: "the session's agent", env: "HOLDFAST_AGENT" },
		user: { value: "text", placeholder: "id", about: "the session's user", env: "HOLDFAST_USER" },
		skip: { value: "flag", about: "go on behind the event that could not be delivered" },
		allDead: { value: "flag", about: "all that were given up, instead of one session's" },
	},
	examples: [
		{ type: "holdfast webhooks retry chat-1 --agent support", to: "try one session's again" },
		{ type: "holdfast webhooks retry --all-dead", to: "try all again, once the receiver is back" },
	],
});

export const secret = command({
	name: "webhooks secret",
	about: "print what deliveries are signed with",
	creates: true,
	examples: [{ type: "holdfast webhooks secret", to: "print it alone, for the receiver's settings" }],
});

export const rotate = command({
	name: "webhooks rotate",
	about: "make a new secret for signing deliveries",
	details: "The old secret signs, too, until its time is over: receivers can change theirs meanwhile.",
	options: { keepOldHours: { value: "count", about: "how long the old one signs, too", default: 24 } },
	creates: true,
	asks: true,
	examples: [
		{ type: "holdfast webhooks rotate", to: "ask, and print the new secret" },
		{ type: "holdfast webhooks rotate --keep-old-hours 0", to: "the old one is known to others: end it now" },
	],
});
