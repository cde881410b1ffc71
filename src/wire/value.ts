import { z } from "zod";
import { keyText, MAX_ID_LENGTH } from "../event/index.ts";

/* Values that many shapes contain. Their messages are those of the library. */

export const moment = z
	.string({ error: "must be an ISO 8601 date-time with zone" })
	.meta({ format: "date-time", description: "ISO 8601, UTC" });

export const json = z.unknown().meta({ description: "Any JSON value" });

export const jsonObject = z
	.record(z.string(), json, { error: "must be a plain object" })
	.meta({ description: "Any JSON object" });

export const offset = z.int().min(0).meta({ description: "A position in the session's log, from 0" });

export const id = keyText.meta({ maxLength: MAX_ID_LENGTH });

export const count = z.int().min(0);

export const share = z
	.number({ error: "must be a number from 0 to 1" })
	.min(0, { error: "must be from 0 to 1" })
	.max(1, { error: "must be from 0 to 1" });

export const counts = z.record(z.string(), count);
