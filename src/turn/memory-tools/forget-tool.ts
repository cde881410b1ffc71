import { z } from "zod";
import { type Tool, tool } from "../../agent/index.ts";
import { HoldfastError } from "../../error/index.ts";
import { forgetFact } from "../../memory/facts/change-facts.ts";
import { factId } from "../../memory/facts/fact-schema.ts";
import type { FactRecord } from "../../store/ports/index.ts";
import { spanOf } from "../run-tool.ts";
import { factsAbout, timeMemory } from "../trace-memory.ts";
import type { Turn } from "../turn.ts";
import { scopeName, type ToolScope, toolScope } from "./tool-scope.ts";

/** The same message for an id that is unknown, invalid or of another owner: it must not reveal which. */
const NO_FACT =
	'there is no fact with this id that you may forget; find the fact with recall and give the id of a result whose kind is "fact"';

/** The tool with which a model deletes a fact that the conversation may delete. */
export function forgetTool(turn: Turn): Tool {
	return tool({
		name: "forget",
		description:
			"Removes one fact from your long-term memory for good. Use it when the user asks you to forget something, or when a fact is wrong. Messages of conversations are not deleted.",
		input: z.object({
			id: z
				.string({ error: "must be the id of a fact, as recall gives it" })
				.describe("The id of the fact, as recall or remember gave it."),
		}),
		async execute({ id: given }, toolContext) {
			const scope = await toolScope(turn);
			const { id } = await timeMemory(turn, spanOf(toolContext) ?? turn.span, "forget", {
				async work() {
					const fact = await findOwn(scope, given.trim());
					await forgetFact(scope.context, fact);
					return fact;
				},
				about: ({ id, owner }) => ({ "holdfast.memory.scope": scopeName(owner), ...factsAbout([id]) }),
			});
			return { forgotten: true, id };
		},
	});
}

async function findOwn(scope: ToolScope, id: string): Promise<FactRecord> {
	const { store, tenant } = scope.context.platform;
	const [record] = factId.safeParse(id).success ? await store.facts.get(tenant, [id]) : [];
	if (record && mayForget(scope, record)) return record;
	throw new HoldfastError("not_found", NO_FACT);
}

/**
 * A conversation may delete what it may write: its own facts and its user's. Facts that all users share it
 * may delete only if conversations create such facts. With `facts: "session"` it cannot delete facts of other
 * conversations.
 */
function mayForget({ rules: { space, facts }, root }: ToolScope, { owner }: FactRecord): boolean {
	if (owner.space !== space) return false;
	if (owner.uid !== undefined) return owner.uid === root.uid;
	if (owner.userId !== undefined) return facts !== "session" && owner.userId === root.userId;
	return facts === "agent";
}
