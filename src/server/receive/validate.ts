import { z } from "zod";
import { HoldfastError, parse } from "../../error/index.ts";
import { isObject } from "../../event/index.ts";

/** What the platform knows by itself. Where an operation does not ask for it, a caller's word for it is not heard. */
const STAMPED = ["tenant", "uid"] as const;

/** Checks a value against a schema; what is nested so deeply that it cannot be checked is refused, too. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
	try {
		return parse(schema, value, what);
	} catch (error) {
		if (error instanceof RangeError) throw new HoldfastError("invalid", `${what}: is nested too deeply`);
		throw error;
	}
}

/** Whether a schema has a field of this name at its top. */
export function hasField(schema: z.ZodType, name: string): boolean {
	if (schema instanceof z.ZodObject) return name in schema.shape;
	if (schema instanceof z.ZodUnion)
		return schema.options.some((option) => hasField(option as z.ZodType, name));
	if (schema instanceof z.ZodPipe) return hasField(schema.in as z.ZodType, name);
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
		return hasField(schema.unwrap() as z.ZodType, name);
	return false;
}

/** The checks of a body, made once for each operation. */
export function bodyCheck(schema: z.ZodType): (value: unknown) => unknown {
	const stamped = STAMPED.filter((name) => !hasField(schema, name));
	return (value) => {
		if (isObject(value)) for (const name of stamped) if (name in value) delete value[name];
		return validate(schema, value, "body");
	};
}
