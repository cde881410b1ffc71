import { z } from "zod";
import { jsonObject } from "./value.ts";

/** Keys to set and keys to remove. */
export const patch = z
	.strictObject({ set: jsonObject.optional(), unset: z.array(z.string()).optional() })
	.meta({ id: "Patch", description: "A change, key by key. null is a value; `unset` removes keys" });

export const stateDelta = z
	.strictObject({ set: jsonObject.optional(), remove: z.array(z.string()).optional() })
	.meta({ id: "StateDelta", description: "Keys to set (null is a value) and keys to remove" });
