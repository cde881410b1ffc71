import { z } from "zod";
import { type AgentDefinition, defineAgent, tool } from "../../src/index.ts";
import type { HoldfastOptions } from "../../src/interface.ts";
import {
	type ScriptedCall,
	type ScriptedModel,
	type ScriptedTurn,
	scriptedModel,
} from "../../src/testing/scripted-model.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

/*
 * A small shop with two agents, as a customer of Holdfast might have it: enough of everything that a page can be looked at.
 */

/** Lets a test look at a run while it goes on: an answer to a message with "wait" in it comes in pieces, each when it is let. */
export interface Gate {
	/** Lets one more piece through. */
	next(): void;
	/** Lets all that is left through. */
	open(): void;
}

function makeGate(): Gate & { pass(): Promise<void> } {
	let waiting: (() => void)[] = [];
	let allowed = 0;
	let isOpen = false;
	return {
		next() {
			const wake = waiting.shift();
			if (wake) wake();
			else allowed += 1;
		},
		open() {
			isOpen = true;
			for (const wake of waiting) wake();
			waiting = [];
		},
		async pass() {
			if (isOpen) return;
			if (allowed > 0) {
				allowed -= 1;
				return;
			}
			await new Promise<void>((resolve) => waiting.push(resolve));
		},
	};
}

const lastText = ({ prompt }: ScriptedCall): { role: string; text: string } => {
	const last = prompt.at(-1);
	const content = last?.content ?? "";
	const text =
		typeof content === "string"
			? content
			: // What is remembered stands in front of what the user says.
				(content.flatMap((part) => ("text" in part ? [part.text] : [])).at(-1) ?? "");
	return { role: last?.role ?? "", text };
};

function answerOf(call: ScriptedCall, gate: { pass(): Promise<void> }): string | ScriptedTurn {
	const { role, text } = lastText(call);
	const usage = { inputTokens: 412, outputTokens: 38 };
	if (role === "tool")
		return { text: "Your order A-7 left Porto this morning and arrives on Thursday.", usage };
	if (/wait/i.test(text)) {
		const deltas = ["Let me ", "look that up ", "for you. ", "Here it is."];
		return { deltas, text: deltas.join(""), between: () => gate.pass(), usage };
	}
	if (/order/i.test(text))
		return { toolCalls: [{ name: "order_status", input: { order_id: "A-7" } }], usage };
	if (/human|person/i.test(text)) return { text: "Of course. I am getting a colleague for you.", usage };
	return { text: "Noted. Is there anything else I can help with?", usage };
}

const orderStatus = tool({
	name: "order_status",
	description: "Where an order is",
	input: z.object({ order_id: z.string() }),
	execute: async ({ order_id }) => ({ order_id, status: "shipped", from: "Porto", arrives: "Thursday" }),
});

export interface World extends OpenConsole {
	readonly gate: Gate;
	/** What the agents' model was asked. */
	readonly model: ScriptedModel;
}

/** The shop, empty. */
export async function openWorld({
	more = [],
	...options
}: Pick<HoldfastOptions, "embedder" | "retention" | "store" | "network"> & {
	open?: boolean;
	more?: readonly AgentDefinition[];
} = {}): Promise<World> {
	const gate = makeGate();
	const model = scriptedModel((call) => answerOf(call, gate), { provider: "scripted", modelId: "shop-1" });
	const agents: AgentDefinition[] = [
		defineAgent({
			id: "support",
			description: "Answers questions about orders, and knows its customers",
			instructions: "You help customers of a bookshop. The customer's plan is {user:plan?}.",
			model,
			memory: { recall: "both", limit: 50 },
			tools: [orderStatus],
		}),
		defineAgent({
			id: "concierge",
			description: "Recommends books",
			instructions: "You recommend books.",
			model,
			memory: false,
		}),
		...more,
	];
	return { ...(await openConsole({ agents, ...options })), gate, model };
}

/** The shop with customers, conversations and facts. */
export async function openSeededWorld(options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
	const world = await openWorld(options);
	const { hf } = world;
	await hf.users.upsert("ada", {
		displayName: "Ada Lovelace",
		variables: { plan: "gold" },
		metadata: { crm: "C-1001" },
	});
	await hf.users.upsert("grace", { displayName: "Grace Hopper", variables: { plan: "free" } });
	const say = async (userId: string, sessionId: string, ...lines: string[]): Promise<void> => {
		for (const input of lines) await hf.agents.run({ agentId: "support", userId, sessionId, input });
	};
	await say(
		"ada",
		"ada-welcome",
		"Hi, I am Ada. I live in Lisbon and I am vegetarian.",
		"I prefer to be called by e-mail, never by phone.",
	);
	await hf.session({ agentId: "support", userId: "ada", sessionId: "ada-welcome" }).end({ wait: true });
	await say(
		"grace",
		"grace-books",
		"My name is Grace and I work at the Navy.",
		"My favourite author is Ursula Le Guin.",
	);
	await hf.session({ agentId: "support", userId: "grace", sessionId: "grace-books" }).end({ wait: true });
	const order = hf.session({ agentId: "support", userId: "ada", sessionId: "ada-order" });
	await hf.sessions.open(
		{ agentId: "support", userId: "ada", sessionId: "ada-order" },
		{
			title: "Where is my order?",
			metadata: { external_id: "zendesk-4711", channel: "web" },
			state: { cart: ["Dune"] },
		},
	);
	await say("ada", "ada-order", "Where is my order A-7?", "Thank you! Can you tell me where I live, too?");
	await order.state.set({ cart: ["Dune", "Solaris"], "user:last_order": "A-7" });
	await hf.agents.run({
		agentId: "concierge",
		userId: "grace",
		sessionId: "grace-tips",
		input: "Recommend me a book, please.",
	});
	await hf
		.memory("support")
		.write("Orders of gold customers are delivered free of charge.", { importance: 0.8 });
	await hf.idle();
	return world;
}
