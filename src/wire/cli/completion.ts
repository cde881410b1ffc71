import { z } from "zod";

export const completionScript = z.object({ shell: z.string(), script: z.string() });
