import { command } from "../../command.ts";
import { typedAgent, typedUser } from "../../options.ts";

const session = {
	value: "text",
	placeholder: "id",
	about: "only this session, instead of an agent or all agents",
} as const;

export const subscribe = command({
	name: "webhooks subscribe",
	about: "subscribe a URL to the events of one agent, all agents or one session",
	details:
		"Includes sessions that are created later. A filter is a kind of event, or a kind and a value: message, mode:manual, mode:auto, status:failed, status:completed, session:ended, custom:<type>, tool_call:<name>.",
	args: { url: { about: "URL that receives the events" } },
	options: {
		agent: { ...typedAgent, about: "only this agent; default: all agents" },
		session,
		user: { ...typedUser, about: "user of the session" },
		event: {
			value: "texts",
			short: "e",
			placeholder: "filter",
			about: "only events that match this filter; repeat for several filters",
		},
		id: { value: "text", placeholder: "id", about: "id for the subscription; default: generated" },
	},
	creates: true,
	examples: [
		{
			type: "holdfast webhooks subscribe https://example.com/hook --agent support -e mode:manual -e status:failed",
			to: "send handovers to humans and failed runs",
		},
		{ type: "holdfast webhooks subscribe https://example.com/all", to: "send every event of every session" },
		{
			type: "holdfast webhooks subscribe https://example.com/one --session chat-1 --agent support",
			to: "send the events of one session",
		},
	],
});

export const subscriptions = command({
	name: "webhooks subscriptions",
	about: "list the subscriptions, or the URLs of a session",
	options: {
		agent: typedAgent,
		session: { ...session, about: "list the URLs of this session instead" },
		user: { ...typedUser, about: "user of the session" },
		limit: { value: "count", short: "n", about: "maximum number of items, up to 500", default: 50 },
		cursor: { value: "text", placeholder: "next", about: "start after the previous page: its `next`" },
	},
	examples: [
		{ type: "holdfast webhooks subscriptions", to: "list the subscriptions" },
		{ type: "holdfast webhooks subscriptions --session chat-1", to: "list the URLs of one session" },
	],
});

export const unsubscribe = command({
	name: "webhooks unsubscribe",
	about: "delete a subscription, or a URL of a session",
	args: { which: { about: "subscription id; with --session: the URL" } },
	options: {
		session: { ...session, about: "delete a URL of this session" },
		agent: { ...typedAgent, about: "agent of the session" },
		user: { ...typedUser, about: "user of the session" },
	},
	examples: [
		{ type: "holdfast webhooks unsubscribe escalations", to: "delete a subscription by its id" },
		{
			type: "holdfast webhooks unsubscribe https://example.com/one --session chat-1",
			to: "delete a URL of a session",
		},
	],
});

export const ls = command({
	name: "webhooks ls",
	about: "list the deliveries of events to URLs, with their errors",
	options: {
		dead: { value: "flag", about: "only deliveries that failed permanently; same as --status dead" },
		status: { value: ["active", "dead"], about: "only deliveries with this status" },
		limit: { value: "count", short: "n", about: "maximum number of items, up to 500", default: 50 },
		cursor: { value: "text", placeholder: "next", about: "start after the previous page: its `next`" },
	},
	examples: [
		{ type: "holdfast webhooks ls", to: "list the deliveries with their progress" },
		{
			type: "holdfast webhooks ls --dead",
			to: "list the deliveries that failed permanently, with their errors",
		},
	],
});

export const retry = command({
	name: "webhooks retry",
	about: "retry failed deliveries now",
	args: { session: { about: "session id", optional: true } },
	options: {
		agent: { value: "text", placeholder: "id", about: "agent of the session", env: "HOLDFAST_AGENT" },
		user: { value: "text", placeholder: "id", about: "user of the session", env: "HOLDFAST_USER" },
		skip: { value: "flag", about: "skip the event that could not be delivered" },
		allDead: { value: "flag", about: "all deliveries that failed permanently, instead of one session's" },
	},
	examples: [
		{ type: "holdfast webhooks retry chat-1 --agent support", to: "retry the deliveries of one session" },
		{ type: "holdfast webhooks retry --all-dead", to: "retry all, when the receiver works again" },
	],
});

export const secret = command({
	name: "webhooks secret",
	about: "print the secret that signs deliveries",
	creates: true,
	examples: [{ type: "holdfast webhooks secret", to: "print the secret for the settings of the receiver" }],
});

export const rotate = command({
	name: "webhooks rotate",
	about: "create a new secret for signing deliveries",
	details:
		"The old secret also signs deliveries for --keep-old-hours, so that receivers have time to change theirs.",
	options: {
		keepOldHours: { value: "count", about: "hours for which the old secret also signs", default: 24 },
	},
	creates: true,
	asks: true,
	examples: [
		{ type: "holdfast webhooks rotate", to: "ask, then print the new secret" },
		{
			type: "holdfast webhooks rotate --keep-old-hours 0",
			to: "replace a leaked secret: the old one ends immediately",
		},
	],
});
