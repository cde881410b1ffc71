import fc from "fast-check";
import type { Json } from "../../event/index.ts";

/*
 * The operations of the property test, as plain data. The world is small on purpose (two agents, two users,
 * two session ids, a handful of keys), so that commands collide.
 */

export interface Ref {
	agentId: string;
	sessionId: string;
	userId?: string | undefined;
}

export type Values = Record<string, Json>;

/** An event to append. */
export interface Say {
	kind: "message" | "reply" | "custom";
	text: string;
	set: Values;
	remove: string[];
}

export interface Init {
	state: Values;
	metadata: Values;
	title?: string;
	mode?: "auto" | "manual";
}

export interface Commands {
	/**
	 * `expect` is relative to the head: 0 is correct. `old`: stored long enough ago for retention to remove it.
	 */
	append: { ref: Ref; events: Say[]; key: string | undefined; expect: number | undefined; old: boolean };
	setState: { ref: Ref; set: Values };
	removeState: { ref: Ref; keys: string[] };
	metadata: { ref: Ref; set: Values; unset: string[] };
	title: { ref: Ref; title: string | null };
	mode: { ref: Ref; mode: "auto" | "manual" };
	human: { ref: Ref; text: string };
	end: { ref: Ref };
	create: { ref: Ref; init: Init };
	open: { ref: Ref; init: Init };
	fork: { ref: Ref; offset: number; to: Ref };
	rekey: { ref: Ref; to: { userId?: string; sessionId?: string }; onConflict: "refuse" | "merge" };
	eraseEvents: { ref: Ref; offsets: number[] };
	remove: { ref: Ref };
	/** Removes the old events at the beginning of each log. */
	sweep: object;
	/** Exports a session and imports the lines. */
	copy: { ref: Ref; to: Ref; onConflict: "fail" | "skip" | "replace" };
	user: { id: string; variables: Values; unset: string[]; metadata: Values };
	rekeyUser: { from: string; to: string; onConflict: "refuse" | "merge" };
	removeUser: { id: string };
	eraseAgent: { agentId: string };
	asOf: { ref: Ref; offset: number };
	read: {
		ref: Ref;
		after: number;
		before: number | undefined;
		last: number | undefined;
		kinds: Say["kind"][] | undefined;
	};
	/** By session id only. */
	byId: { sessionId: string };
	find: { externalId: string };
	list: { agentId: string | undefined; userId: string | null | undefined; ended: boolean | undefined };
	findUsers: { metadata: Values };
	/** Everything that is visible of one session. */
	look: { ref: Ref };
	/** Everything that is visible. */
	lookAround: object;
	eraseEverything: object;
}

export type Command = { [Op in keyof Commands]: { op: Op } & Commands[Op] }[keyof Commands];

/** What executes the commands: the real system and the model. */
export type Subject = { [Op in keyof Commands]: (command: Commands[Op]) => unknown };

const userId = fc.constantFrom("u1", "u2");
const agentId = fc.oneof(
	{ weight: 9, arbitrary: fc.constant("a") },
	{ weight: 1, arbitrary: fc.constant("b") },
);
const sessionId = fc.constantFrom("s1", "s1", "s2");
const ref: fc.Arbitrary<Ref> = fc
	.record({ agentId, sessionId, userId: fc.option(userId, { nil: undefined, freq: 2 }) })
	.map(({ userId, ...rest }) => (userId === undefined ? rest : { ...rest, userId }));

const stateKey = fc.constantFrom("k", "l", "user:k", "user:k", "user:k", "app:k", "temp:k", "__proto__", "1");
const value: fc.Arbitrary<Json> = fc.oneof(
	fc.integer({ min: 0, max: 3 }),
	fc.constantFrom(null, "", [1], { x: {} }),
);
/** Uses defineProperty instead of assignment: `__proto__` is a key like any other. */
const values = (key: fc.Arbitrary<string>, maxLength = 3): fc.Arbitrary<Values> =>
	fc.array(fc.tuple(key, value), { maxLength }).map((entries) => Object.fromEntries(entries) as Values);
const someOf = (key: fc.Arbitrary<string>): fc.Arbitrary<string[]> => fc.uniqueArray(key, { maxLength: 2 });

const say: fc.Arbitrary<Say> = fc.record({
	kind: fc.constantFrom("message", "message", "reply", "custom"),
	text: fc.constantFrom("hello", "you", "🚀"),
	set: fc.oneof(fc.constant<Values>({}), values(stateKey)),
	remove: fc.oneof(fc.constant<string[]>([]), someOf(stateKey)),
});
const metadataKey = fc.constantFrom("m", "n", "__proto__");
const metadata: fc.Arbitrary<Values> = fc
	.tuple(
		values(metadataKey, 2),
		fc.option(fc.constantFrom("x1", "x2"), { nil: undefined }),
		fc.option(fc.constantFrom("https://example.com/1", "https://example.com/2"), { nil: undefined, freq: 3 }),
	)
	.map(([own, external_id, event_webhook_url]) => ({
		...own,
		...(external_id !== undefined && { external_id }),
		...(event_webhook_url !== undefined && { event_webhook_url }),
	}));
const init: fc.Arbitrary<Init> = fc.record(
	{
		state: values(stateKey),
		metadata,
		title: fc.constantFrom("one", "two"),
		mode: fc.constantFrom<("auto" | "manual")[]>("auto", "manual"),
	},
	{ requiredKeys: ["state", "metadata"] },
);
const offset = fc.integer({ min: 0, max: 8 });
const events = fc.array(say, { minLength: 1, maxLength: 4 });
const onConflict = fc.constantFrom<("refuse" | "merge")[]>("refuse", "merge", "merge");
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
	fc.option(arbitrary, { nil: undefined });

const key = fc.constantFrom("k1", "k2");
const anyAppend = fc.record({
	ref,
	events,
	key: maybe(key),
	expect: maybe(fc.constantFrom(0, 0, -1, 1)),
	old: fc.boolean(),
});
/** The same key always comes with the same events: the second use is a repeat. */
const repeatableAppend = fc.record({ ref, key }).map(({ ref, key }) => {
	const event: Say = { kind: "message", text: key, set: { [key]: 1 }, remove: [] };
	return { ref, key, events: [event, event], expect: undefined, old: key === "k2" };
});

/** How to generate the arguments of each command, and its weight. */
const ARGUMENTS: { [Op in keyof Commands]?: [weight: number, fc.Arbitrary<Commands[Op]>] } = {
	append: [14, fc.oneof(anyAppend, repeatableAppend)],
	setState: [3, fc.record({ ref, set: values(stateKey) })],
	removeState: [2, fc.record({ ref, keys: someOf(stateKey) })],
	metadata: [
		2,
		fc.record({ ref, set: metadata, unset: someOf(fc.oneof(metadataKey, fc.constant("event_webhook_url"))) }),
	],
	title: [1, fc.record({ ref, title: fc.constantFrom("t", null) })],
	mode: [2, fc.record({ ref, mode: fc.constantFrom<("auto" | "manual")[]>("auto", "manual") })],
	human: [1, fc.record({ ref, text: fc.constantFrom("I am human") })],
	end: [3, fc.record({ ref })],
	create: [2, fc.record({ ref, init })],
	open: [2, fc.record({ ref, init })],
	fork: [4, fc.record({ ref, offset, to: ref })],
	rekey: [
		6,
		fc.record({
			ref,
			to: fc.oneof(fc.record({ userId }), fc.record({ sessionId }), fc.record({ userId, sessionId })),
			onConflict,
		}),
	],
	eraseEvents: [2, fc.record({ ref, offsets: fc.array(offset, { maxLength: 3 }) })],
	remove: [2, fc.record({ ref })],
	sweep: [2, fc.constant({})],
	copy: [
		4,
		fc.record({
			ref,
			to: ref,
			onConflict: fc.constantFrom<("fail" | "skip" | "replace")[]>("fail", "skip", "replace"),
		}),
	],
	user: [
		2,
		fc.record({
			id: userId,
			variables: values(metadataKey),
			unset: someOf(metadataKey),
			metadata: values(metadataKey),
		}),
	],
	rekeyUser: [2, fc.record({ from: userId, to: userId, onConflict })],
	removeUser: [1, fc.record({ id: userId })],
	eraseAgent: [1, fc.record({ agentId })],
	asOf: [3, fc.record({ ref, offset })],
	read: [
		3,
		fc.record({
			ref,
			after: fc.integer({ min: -1, max: 5 }),
			before: maybe(offset),
			last: maybe(offset),
			kinds: maybe(fc.uniqueArray(fc.constantFrom<Say["kind"][]>("message", "reply", "custom"))),
		}),
	],
	byId: [2, fc.record({ sessionId })],
	find: [1, fc.record({ externalId: fc.constantFrom("x1", "x2") })],
	list: [
		2,
		fc.record({ agentId: maybe(agentId), userId: maybe(fc.option(userId)), ended: maybe(fc.boolean()) }),
	],
	findUsers: [
		1,
		fc.record({
			metadata: fc.tuple(metadataKey, value).map((entry) => Object.fromEntries([entry]) as Values),
		}),
	],
};

export const command: fc.Arbitrary<Command> = fc.oneof(
	...Object.entries(ARGUMENTS).map(([op, [weight, given]]) => ({
		weight,
		arbitrary: (given as fc.Arbitrary<object>).map((fields) => ({ op, ...fields }) as Command),
	})),
);
