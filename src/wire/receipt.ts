import { z } from "zod";
import { counts, moment } from "./value.ts";

export const receipt = z
	.object({
		at: moment,
		erased: counts.meta({ description: "Number of deleted items of each kind" }),
		remaining: counts.meta({ description: "Items that a scan afterwards still found" }),
		complete: z.boolean(),
		derived: z
			.array(z.string())
			.meta({ description: "Ids of facts that came from the deleted data and stay" }),
		forgotten: z.array(z.string()),
	})
	.meta({ id: "ErasureReceipt", description: "What a deletion removed" });
