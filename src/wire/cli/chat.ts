import { z } from "zod";
import { fact } from "../fact.ts";
import { list } from "../page.ts";
import { runResult } from "../run.ts";
import { searchResult } from "../search.ts";
import { session } from "../session.ts";
import { id, json, jsonObject } from "../value.ts";

const mode = z.enum(["auto", "manual"]);

/** The result of a slash command: its name and its answer. */
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
		session: session.optional().meta({ description: "The session; missing before its first message" }),
	}),
	z.object({ command: z.literal("state"), state: jsonObject, variables: jsonObject }),
	z.object({ command: z.literal("facts"), ...list(fact).shape }),
	z.object({
		command: z.literal("why"),
		runId: z.string().optional().meta({ description: "Missing if the session has no answer yet" }),
		recalled: jsonObject.optional().meta({ description: "The same as from `holdfast runs why`" }),
	}),
	z.object({ command: z.literal("search"), query: z.string(), ...searchResult.shape }),
	z.object({ command: z.enum(["handover", "handback"]), sessionId: id, mode }),
	z.object({
		command: z.literal("end"),
		sessionId: id,
		ended: z.boolean(),
		items: z.array(fact).meta({ description: "Facts from the session" }),
		next: id.optional().meta({ description: "The session of the next messages" }),
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
	.meta({ id: "ChatLine", description: "The result of a run or of a slash command, or an error" });
