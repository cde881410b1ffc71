import { z } from "zod";
import { cursorQuery, text } from "./query.ts";

export const jobListQuery = z.strictObject({
	status: text.optional().meta({ description: "`queued`, `running` or `dead`" }),
	...cursorQuery.shape,
});
