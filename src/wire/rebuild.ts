import { z } from "zod";

export const rebuildReport = z
	.object({
		dryRun: z.boolean(),
		extractor: z.string(),
		sessions: z.int(),
		added: z.array(z.object({ content: z.string() })),
		removed: z.array(z.object({ id: z.string(), content: z.string() })),
		changed: z.array(z.object({ id: z.string(), before: z.string(), after: z.string() })),
		unchanged: z.int(),
		kept: z.int(),
	})
	.meta({ id: "RebuildReport", description: "What a rebuild changes" });

export const rebuildOptions = z.strictObject({ dryRun: z.boolean().optional() });
