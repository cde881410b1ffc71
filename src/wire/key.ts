import { z } from "zod";
import { KEY_SCOPES } from "../access/access.ts";
import { id, moment } from "./value.ts";

export const keyInfo = z
	.object({
		id: z.string(),
		tenant: id,
		scope: z.enum(KEY_SCOPES),
		name: z.string().optional(),
		createdAt: moment,
		expiresAt: moment.optional(),
	})
	.meta({ id: "Key", description: "A key without its secret" });

export const newKey = z.strictObject({
	scope: z.enum(KEY_SCOPES, { error: `must be one of ${KEY_SCOPES.join(", ")}` }),
	tenant: id.optional().meta({ description: "The tenant of the key; only the server's own key may set it" }),
	name: z.string({ error: "must be a string" }).optional(),
	expiresInSeconds: z.int().min(1).optional(),
});

export const createdKey = keyInfo.extend({ key: z.string() });
