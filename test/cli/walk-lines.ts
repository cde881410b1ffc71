import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { HOSTILE } from "./expect-harmless.ts";
import { giveUpJobs } from "./store-of.ts";
import type { CliWorld } from "./worlds.ts";

/** A line to type for a command. `tag` is used by no other line: what it changes is its own. */
export interface Walk {
	args(world: CliWorld, tag: string): Promise<string[]> | string[];
	/** What is put in where there is no terminal. */
	readonly input?: string;
	/** What is typed on a terminal, each when the screen has the words in front of it. */
	readonly typed?: readonly (readonly [until: string, text: string])[];
	/** Where it is not walked, and why. */
	readonly not?: Readonly<Partial<Record<CliWorld["name"], string>>>;
}

/** A session in which something hostile was said, of a user with a hostile name. */
async function talk({ hf }: CliWorld, tag: string, { ended = false } = {}): Promise<string> {
	const session = hf.session({ agentId: "support", sessionId: tag, userId: `user-${tag}` });
	await session.history.append({ role: "user", content: `${HOSTILE} I live in Lisbon.` });
	await session.history.append({ role: "assistant", content: `Noted. ${HOSTILE}` });
	await session.state.set({ mood: HOSTILE });
	if (ended) await session.end({ wait: true });
	return tag;
}

const fact = ({ hf }: CliWorld, tag: string): Promise<string> =>
	hf.memory("support", { userId: `user-${tag}` }).write(`${HOSTILE} likes ${tag}.`);

async function run({ hf }: CliWorld, tag: string): Promise<string> {
	const ref = { agentId: "support", sessionId: tag, userId: `user-${tag}` };
	return (await hf.agents.run({ ...ref, input: `${HOSTILE} Hello` })).runId;
}

async function user({ hf }: CliWorld, tag: string): Promise<string> {
	await hf.users.upsert(tag, { displayName: HOSTILE, variables: { note: HOSTILE } });
	return tag;
}

async function hook(world: CliWorld, tag: string): Promise<string> {
	await world.hf
		.session({ agentId: "support", sessionId: tag, userId: `user-${tag}` })
		.subscribe({ url: `https://receiver.invalid/${tag}` });
	return tag;
}

async function subscription({ hf }: CliWorld, tag: string): Promise<string> {
	await hf.webhooks.subscribe({
		url: `https://receiver.invalid/${tag}`,
		id: tag,
		events: [`custom:${HOSTILE}`],
	});
	return tag;
}

async function job(world: CliWorld, tag: string): Promise<string> {
	await giveUpJobs(world, [tag], HOSTILE);
	return tag;
}

/** A memory that an agent shares. */
async function space({ cwd, hf }: CliWorld, tag: string): Promise<string> {
	const manifest = `schema: 1\nid: ${tag}\ninstructions: Share.\nmemory: { space: ${tag} }\n`;
	writeFileSync(join(cwd, "agents", `${tag}.yaml`), manifest);
	// Manifests are read again when they change.
	await expect.poll(async () => (await hf.agents.list()).items.map(({ id }) => id)).toContain(tag);
	await hf.memory(tag, { create: true }).write(`${HOSTILE} is shared.`);
	return tag;
}

/** A command that needs something which is there first. */
const on = (
	make: (world: CliWorld, tag: string) => Promise<string>,
	line: (made: string, tag: string) => string[],
): Walk => ({ args: async (world, tag) => line(await make(world, tag), tag) });

const plain = (...args: string[]): Walk => ({ args: () => args });

const LOCAL = { http: "it starts a server of its own" };
const MACHINE = "it works on this machine, and on no store: once is enough";
const ONCE = { postgres: MACHINE, http: MACHINE };

/** A line for each command there is. One that is missing fails the walk. */
export const WALKS: Readonly<Record<string, Walk>> = {
	dev: { args: () => ["dev", "--port", "0"], typed: [["/help", "\u0004"]], not: LOCAL },
	serve: {
		// It takes no default for an answer: a server of nobody's data is a slip.
		args: ({ env }) => [
			"serve",
			"--port",
			"0",
			"--store",
			env.HOLDFAST_STORE ?? "sqlite:.holdfast/holdfast.db",
		],
		typed: [["http://", "\u0003"]],
		not: LOCAL,
	},
	init: { args: (_, tag) => ["init", tag], not: ONCE },
	chat: {
		args: (_, tag) => ["chat", "support", "--session", tag, "--user", `user-${tag}`],
		input: `Hello ${HOSTILE}\n`,
		typed: [
			["/help", "Hello\r"],
			["Demo model", "\u0004"],
		],
	},
	run: { args: (_, tag) => ["run", "support", "Hello", "--session", tag] },
	"memory ls": on(talk, () => ["memory", "ls"]),
	"memory show": on(talk, (id) => ["memory", "show", id]),
	"memory search": on(fact, () => ["memory", "search", "who likes what", "--agent", "support"]),
	"memory end": on(talk, (id) => ["memory", "end", id, "--yes"]),
	"memory rm": on(talk, (id) => ["memory", "rm", id, "--yes"]),
	"memory rebuild": on(
		(world, tag) => talk(world, tag, { ended: true }),
		(_, tag) => ["memory", "rebuild", "--agent", "support", "--user", `user-${tag}`],
	),
	"facts ls": on(fact, () => ["facts", "ls", "--agent", "support"]),
	"facts show": on(fact, (id) => ["facts", "show", id]),
	"facts write": { args: (_, tag) => ["facts", "write", `${HOSTILE} ${tag}`, "--agent", "support"] },
	"facts update": on(fact, (id, tag) => ["facts", "update", id, `${HOSTILE} likes ${tag} more.`]),
	"facts pin": on(fact, (id) => ["facts", "pin", id]),
	"facts unpin": on(fact, (id) => ["facts", "unpin", id]),
	"facts forget": on(fact, (id) => ["facts", "forget", id, "--yes"]),
	"facts contradictions": on(fact, (id) => ["facts", "contradictions", id]),
	"facts history": on(fact, (id) => ["facts", "history", id]),
	"agents ls": plain("agents", "ls"),
	"agents show": plain("agents", "show", "support"),
	"sessions ls": on(talk, () => ["sessions", "ls"]),
	"sessions show": on(talk, (id) => ["sessions", "show", id]),
	"sessions state": on(talk, (id) => ["sessions", "state", id]),
	"sessions fork": on(talk, (id) => ["sessions", "fork", id, "--at", "0", "--to", `${id}-fork`]),
	"sessions rekey": on(talk, (id) => ["sessions", "rekey", id, "--to-session", `${id}-moved`]),
	"sessions mode": on(talk, (id) => ["sessions", "mode", id, "manual"]),
	"sessions post": on(talk, (id) => ["sessions", "post", id, HOSTILE, "--name", "Sam"]),
	"sessions end": on(talk, (id) => ["sessions", "end", id, "--yes"]),
	"sessions rm": on(talk, (id) => ["sessions", "rm", id, "--yes"]),
	"events ls": on(talk, (id) => ["events", "ls", id]),
	"events tail": on(talk, (id) => ["events", "tail", id]),
	"events erase": on(talk, (id) => ["events", "erase", id, "0", "--yes"]),
	"users ls": on(user, () => ["users", "ls"]),
	"users show": on(user, (id) => ["users", "show", id]),
	"users set": on(user, (id) => ["users", "set", id, `note=${HOSTILE}`]),
	"users unset": on(user, (id) => ["users", "unset", id, "note"]),
	"users rekey": on(user, (id) => ["users", "rekey", id, `${id}-new`, "--yes"]),
	"users rm": on(user, (id) => ["users", "rm", id, "--yes"]),
	"runs ls": on(run, () => ["runs", "ls"]),
	"runs show": on(run, (id) => ["runs", "show", id]),
	"runs trace": on(run, (id) => ["runs", "trace", id]),
	"runs why": on(run, (id) => ["runs", "why", id]),
	"runs cancel": on(run, (id) => ["runs", "cancel", id]),
	"spaces ls": plain("spaces", "ls"),
	"spaces rm": on(space, (name) => ["spaces", "rm", name, "--yes"]),
	"keys ls": plain("keys", "ls"),
	"keys create": { args: (_, tag) => ["keys", "create", "--scope", "read", "--name", tag] },
	"keys revoke": on(
		async ({ hf }, tag) => (await hf.keys.create({ scope: "read", name: tag })).id,
		(id) => ["keys", "revoke", id, "--yes"],
	),
	"tokens create": { args: (_, tag) => ["tokens", "create", "--user", tag] },
	"jobs ls": on(job, () => ["jobs", "ls"]),
	"jobs retry": on(job, (id) => ["jobs", "retry", id]),
	"jobs drop": on(job, (id) => ["jobs", "drop", id, "--yes"]),
	"webhooks subscribe": on(hook, (id) => [
		"webhooks",
		"subscribe",
		`https://receiver.invalid/all/${id}`,
		"-e",
		"message",
	]),
	"webhooks subscriptions": on(subscription, () => ["webhooks", "subscriptions"]),
	"webhooks unsubscribe": on(subscription, (id) => ["webhooks", "unsubscribe", id]),
	"webhooks ls": on(hook, () => ["webhooks", "ls"]),
	"webhooks retry": on(hook, (id) => ["webhooks", "retry", id]),
	"webhooks secret": plain("webhooks", "secret"),
	"webhooks rotate": plain("webhooks", "rotate", "--yes"),
	"upkeep sweep": plain("upkeep", "sweep", "--yes"),
	"upkeep compact": plain("upkeep", "compact"),
	"upkeep reembed": plain("upkeep", "reembed"),
	"upkeep erase": {
		args: (_, tag) => ["upkeep", "erase", "--everything", "--yes", "--tenant", tag],
	},
	export: on(talk, (id) => ["export", id, "-o", `${id}.jsonl`]),
	import: {
		args({ cwd }, tag) {
			const file = join(cwd, `${tag}.json`);
			writeFileSync(file, JSON.stringify([{ role: "user", content: HOSTILE }]));
			return ["import", file, "--agent", "support", "--session", tag];
		},
	},
	copy: {
		args({ cwd }, tag) {
			const from = join(cwd, `${tag}-from.db`);
			writeFileSync(from, "");
			return ["copy", "--from", `sqlite:${from}`, "--to", `sqlite:${join(cwd, `${tag}-to.db`)}`];
		},
		not: ONCE,
	},
	doctor: plain("doctor"),
	login: { ...plain("login"), not: ONCE },
	logout: { ...plain("logout"), not: ONCE },
	completion: { ...plain("completion", "bash"), not: ONCE },
	bench: plain("bench", "--seconds", "0"),
};
