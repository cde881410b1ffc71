import type { Holdfast, RunStream, SessionHandle } from "../../src/index.ts";
import { gathered, said } from "./drafts.ts";

type Call = (...given: unknown[]) => Promise<unknown>;
type Method = (...given: never[]) => unknown;

/** Methods that give something else than a promise, by how one step of it is taken. */
const FIRST_STEP: Record<string, (given: unknown) => Promise<unknown>> = {
	"sessions.export": (lines) => gathered(lines as AsyncIterable<string>),
	export: (lines) => gathered(lines as AsyncIterable<string>),
	follow: (follower) => (follower as AsyncIterator<unknown>).next(),
	"agents.stream": (stream) => (stream as RunStream).result,
	"runs.stream": (events) => (events as AsyncIterator<unknown>).next(),
	rewind: (view) => (view as ReturnType<SessionHandle["rewind"]>).events(),
};

/** These do nothing that could fail, or end the instance. */
const NOT_OPERATIONS = new Set(["session", "memory", "idle", "close", "ref"]);

/** Finds every operation of an object, so that a new method cannot be forgotten. */
function operations(owner: object, prefix = ""): [string, Call][] {
	return Object.entries(owner).flatMap(([key, member]): [string, Call][] => {
		const name = prefix + key;
		if (NOT_OPERATIONS.has(name)) return [];
		if (typeof member === "object" && member !== null) return operations(member, `${name}.`);
		if (typeof member !== "function") return [];
		const step = FIRST_STEP[name] ?? ((given) => given as Promise<unknown>);
		return [[name, (...given) => step((member as Method).apply(owner, given as never[]))]];
	});
}

/** Every operation of the interface, to be called with any arguments. */
export function operationsOf(hf: Holdfast, handle: SessionHandle): [string, Call][] {
	return [
		...operations(hf),
		...operations(handle),
		...operations(hf.memory("support", { userId: "u" }), "memory."),
	];
}

const ref = { agentId: "support", sessionId: "s" };
const message = { role: "user", content: "x" };

/** Valid arguments for the operations that check theirs before anything else. */
const VALID: Record<string, unknown[]> = {
	"sessions.create": [ref],
	"sessions.open": [ref],
	"sessions.get": [ref],
	"sessions.list": [],
	"sessions.find": [{ externalId: "x" }],
	"sessions.update": [ref, { title: "t" }],
	"sessions.rekey": [ref, { userId: "u" }],
	"sessions.fork": [ref, { offset: 0 }, { agentId: "a", sessionId: "f" }],
	"sessions.delete": [ref],
	"sessions.export": [ref],
	"sessions.import": [[message], { to: ref }],
	"sessions.getMessages": [ref],
	"users.upsert": ["u"],
	"users.get": ["u"],
	"users.list": [],
	"users.update": ["u", { displayName: "U" }],
	"users.setVariables": ["u", { a: 1 }],
	"users.unsetVariables": ["u", ["a"]],
	"users.updateMetadata": ["u", { set: { a: 1 } }],
	"users.find": [{ metadata: { a: 1 } }],
	"users.rekey": ["u", "v"],
	"users.delete": ["u"],
	"agents.list": [],
	"agents.get": ["support"],
	"agents.configureMemory": ["support", { limit: 5 }],
	"agents.run": [{ agentId: "support", input: "x" }],
	"agents.stream": [{ agentId: "support", input: "x" }],
	"agents.trigger": [{ agentId: "support", input: {} }],
	"runs.get": ["r"],
	"runs.list": [],
	"runs.cancel": ["r"],
	"runs.trace": ["r"],
	"runs.stream": ["r"],
	"runs.delete": ["r"],
	about: [],
	overview: [],
	export: [],
	import: ['{"type":"tenant","format":"holdfast-tenant/1"}'],
	sweep: [],
	erase: [{ agentId: "support" }],
	compact: [],
	reembed: [],
	doctor: [],
	"spaces.list": [],
	"spaces.delete": ["team"],
	"jobs.list": [],
	"jobs.retry": ["j"],
	"jobs.drop": ["j"],
	"webhooks.subscribe": [{ url: "https://example.com" }],
	"webhooks.subscriptions": [],
	"webhooks.unsubscribe": ["w"],
	"webhooks.list": [],
	"webhooks.retry": [ref],
	"webhooks.secret": [],
	"webhooks.rotateSecret": [],
	"keys.create": [{ scope: "read" }],
	"keys.list": [],
	"keys.revoke": ["k"],
	"tokens.create": [{ userId: "u" }],
	"memory.write": ["x"],
	"memory.writeMany": [["x"]],
	"memory.search": ["x"],
	"memory.list": [],
	"memory.get": ["f"],
	"memory.history": ["f"],
	"memory.from": [{ sessionId: "s", offset: 0 }],
	"memory.update": ["f", { importance: 1 }],
	"memory.contradictions": ["f"],
	"memory.pin": ["f"],
	"memory.forget": ["f"],
	"memory.delete": [{ userId: "u" }],
	"memory.rebuild": [],
	search: ["x"],
	write: ["x"],
	append: [said("x")],
	"history.append": [message],
	"history.last": [1],
	events: [],
	follow: [],
	"state.get": [],
	"state.set": [{ a: 1 }],
	"state.remove": ["a"],
	"state.asOf": [0],
	rewind: [0],
	updateMetadata: [{ set: { a: 1 } }],
	setTitle: ["t"],
	setMode: ["manual"],
	postAsHuman: [{ content: "x", displayName: "Ann" }],
	subscribe: [{ url: "https://example.com" }],
	unsubscribe: [{ url: "https://example.com" }],
	subscriptions: [],
	consolidations: [],
	erase_events: [0],
	end: [],
};

/** Every operation with valid arguments. Fails for an operation that this file does not know. */
export function callsOf(hf: Holdfast, handle: SessionHandle): [string, () => Promise<unknown>][] {
	const own = operations(handle).map(([name, call]): [string, Call] => [
		name === "erase" ? "erase_events" : name,
		call,
	]);
	const ofMemory = operations(hf.memory("support", { userId: "u" }), "memory.");
	const all = [...operations(hf), ...own, ...ofMemory];
	const missing = Object.keys(VALID).filter((name) => all.every(([found]) => found !== name));
	if (missing.length > 0) throw new Error(`the interface lacks ${missing.join(", ")}`);
	return all.map(([name, call]) => {
		const given = VALID[name];
		if (!given)
			throw new Error(`no valid arguments are known for ${name}: add them to ${import.meta.filename}`);
		return [name, () => call(...given)];
	});
}
