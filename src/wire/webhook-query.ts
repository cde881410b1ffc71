import { z } from "zod";
import { cursorQuery, text } from "./query.ts";

export const deliveryListQuery = z.strictObject({
	status: text.optional().meta({ description: "`active` or `dead`" }),
	...cursorQuery.shape,
});

export const subscriptionListQuery = z.strictObject({
	agent: text.optional().meta({ description: "Only those of this agent" }),
	...cursorQuery.shape,
});
