import { z } from "zod";
import { isObject } from "../event/index.ts";

/** A schema of this copy of zod 4 or of another one. */
export const isZod = (value: unknown): value is z.ZodType =>
	value instanceof z.ZodType ||
	(typeof value === "object" && value !== null && "_zod" in value && "safeParse" in value);

/** A schema of zod 3, which has a different structure. */
export const isZod3 = (value: unknown): boolean =>
	isObject(value) &&
	!("_zod" in value) &&
	"safeParse" in value &&
	isObject(value._def) &&
	typeof value._def.typeName === "string";

export const ZOD_4_NEEDED =
	'is a zod 3 schema, but zod 4 is required: npm install zod@4, or with zod 3.25 import { z } from "zod/v4"';
