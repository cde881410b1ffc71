import { z } from "zod";
import { id, json, jsonObject, list, session } from "../../server/resources/shapes.ts";
import { fact, searchResult } from "../../server/resources/shapes-memory.ts";
import { runResult } from "../../server/resources/shapes-runs.ts";

const mode = z.enum(["auto", "manual"]);

/** What `/…` gives: the command's name, and its answer. */
const slash = z.discriminatedUnion("command", [
	z.object({
		command: z.literal("help"),
		items: z.array(z.object({ name: z.string(), usage: z.string(), about: z.string() })),
	}),
	z.object({
		command: z.literal("session"),
		agentId: id,
		userId: id.optional(),
		sessionId: id,
		session: session.optional().meta({ description: "As it is; left out until its first message" }),
	}),
	z.object({ command: z.literal("state"), state: jsonObject, variables: jsonObject }),
	z.object({ command: z.literal("facts"), ...list(fact).shape }),
	z.object({
		command: z.literal("why"),
		runId: z.string().optional().meta({ description: "Left out where nothing was answered yet" }),
		recalled: jsonObject.optional().meta({ description: "As of `holdfast runs why`" }),
	}),
	z.object({ command: z.literal("search"), query: z.string(), ...searchResult.shape }),
	z.object({ command: z.enum(["handover", "handback"]), sessionId: id, mode }),
	z.object({
		command: z.literal("end"),
		sessionId: id,
		ended: z.boolean(),
		items: z.array(fact).meta({ description: "What was learned from it" }),
		next: id.optional().meta({ description: "The session that messages go to from now on" }),
	}),
	z.object({ command: z.literal("exit") }),
]);

const failure = z.object({
	error: z.looseObject({ code: z.string(), message: z.string() }),
	sessionId: id,
	input: json.optional(),
});

/** A line of `holdfast chat --json`. */
export const chatLine = z
	.union([runResult, slash, failure])
	.meta({ id: "ChatLine", description: "The result of a run, of a slash command, or what failed" });
