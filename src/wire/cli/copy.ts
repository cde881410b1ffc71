import { z } from "zod";
import { TRANSFER_KINDS } from "../../store/ports/index.ts";
import { count } from "../value.ts";

export const copyReport = z.object({
	tenants: count,
	rows: count,
	written: count,
	removed: count,
	verified: z.array(
		z.object({ tenant: z.string(), kind: z.enum(TRANSFER_KINDS), rows: count, hash: z.string() }),
	),
});
