import { z } from "zod";
import { role } from "../event/index.ts";
import { content } from "./content.ts";
import { appendOptions, event } from "./event.ts";
import { json, jsonObject, moment, offset } from "./value.ts";

export const newMessage = z.strictObject({
	role,
	content,
	displayName: z.string().optional(),
	metadata: jsonObject.optional(),
	...appendOptions,
});

export const message = z
	.object({
		role,
		content,
		toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: json })).optional(),
		toolCallId: z.string().optional(),
		displayName: z.string().optional(),
		at: moment,
		offset,
		metadata: jsonObject.optional(),
	})
	.meta({ id: "Message", description: "One message of the conversation" });

export const humanMessage = z.strictObject({
	content: z.string({ error: "must be a string" }),
	displayName: z.string({ error: "is required: the name that the user sees" }),
	...appendOptions,
});

export const rewound = z.object({
	events: z.array(event),
	messages: z.array(message),
	state: z.record(z.string(), z.unknown()),
});
