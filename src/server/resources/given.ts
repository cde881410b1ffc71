import { z } from "zod";
import { isObject } from "../../event/index.ts";

/**
 * A body that is passed on as it came: the library checks it and says best what is wrong with it. All that is checked
 * here is that it is an object; the schema is what the API document tells, the type what the library takes. No body at
 * all is one without members. `read` makes an object of what may be written shorter.
 */
export function given<T extends object>(
	schema: z.ZodObject,
	read: (value: unknown) => unknown = (value) => value,
): z.ZodType<T, T> {
	const copy = z.core.clone(schema, schema._zod.def, { parent: true });
	const pass = (payload: z.core.ParsePayload): z.core.ParsePayload => {
		payload.value = payload.value === undefined ? {} : read(payload.value);
		if (!isObject(payload.value)) {
			const message = "must be a JSON object";
			payload.issues.push({ code: "custom", message, input: payload.value, inst: copy });
		}
		return payload;
	};
	copy._zod.run = pass as typeof copy._zod.run;
	copy._zod.parse = pass as typeof copy._zod.parse;
	return copy as unknown as z.ZodType<T, T>;
}
