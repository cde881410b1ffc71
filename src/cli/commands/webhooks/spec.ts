import { command } from "../../command.ts";
import { typedAgent, typedUser } from "../../options.ts";

const session = {
	value: "text",
	placeholder: "id",
	about: "of this session alone, instead of an agent or the tenant",
} as const;

export const subscribe = command({
	name: "webhooks subscribe",
	about: "deliver events to a URL from now on, of an agent, of all agents or of one session",
	details:
		"Covers the sessions that exist and those that come later. A filter is a kind of event, or a kind and a value: message, mode:manual, mode:auto, status:failed, status:completed, session:ended, custom:<type>, tool_call:<name>.",
	args: { url: { about: "where events are posted" } },
	options: {
		agent: { ...typedAgent, about: "of this agent; default: of all agents" },
		session,
		user: { ...typedUser, about: "the session's user" },
		event: {
			value: "texts",
			short: "e",
			placeholder: "filter",
			about: "only events of this kind; may be given several times",
		},
		id: { value: "text", placeholder: "id", about: "an id of your own for the subscription" },
	},
	creates: true,
	examples: [
		{
			type: "holdfast webhooks subscribe https://example.com/hook --agent support -e mode:manual -e status:failed",
			to: "hear when people take over, and when runs fail",
		},
		{ type: "holdfast webhooks subscribe https://example.com/all", to: "every event of every session" },
		{
			type: "holdfast webhooks subscribe https://example.com/one --session chat-1 --agent support",
			to: "the events of one session",
		},
	],
});

export const subscriptions = command({
	name: "webhooks subscriptions",
	about: "list the subscriptions of agents and of the tenant, or the URLs of a session",
	options: {
		agent: typedAgent,
		session: { ...session, about: "the URLs of this session instead" },
		user: { ...typedUser, about: "the session's user" },
		limit: { value: "count", short: "n", about: "how many, at most 500", default: 50 },
		cursor: { value: "text", about: "what follows the last list" },
	},
	examples: [
		{ type: "holdfast webhooks subscriptions", to: "see who gets which events" },
		{ type: "holdfast webhooks subscriptions --session chat-1", to: "see the URLs of one session" },
	],
});

export const unsubscribe = command({
	name: "webhooks unsubscribe",
	about: "end a subscription, or the delivery of a session's events to a URL",
	args: { which: { about: "the id of the subscription; with --session, the URL" } },
	options: {
		session,
		agent: { ...typedAgent, about: "the session's agent" },
		user: { ...typedUser, about: "the session's user" },
	},
	examples: [
		{ type: "holdfast webhooks unsubscribe escalations", to: "end the subscription of this id" },
		{
			type: "holdfast webhooks unsubscribe https://example.com/one --session chat-1",
			to: "end one URL of a session",
		},
	],
});

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
