import { tool } from "holdfast";
import { z } from "zod";

/** Stands in for the shop's database. */
const orders: Readonly<Record<string, { item: string; status: string }>> = {
	"A-1001": { item: "teapot", status: "shipped, arrives on Friday" },
	"A-1002": { item: "two cups", status: "delivered" },
};

export const orderStatus = tool({
	name: "order_status",
	description: "Tells where an order is.",
	input: z.object({ order_id: z.string().describe("Like A-1001.") }),
	execute({ order_id }, ctx) {
		const order = orders[order_id];
		if (!order) throw new Error(`there is no order ${order_id}`);
		// Commits together with the result.
		ctx.state.set("last_order", order_id);
		return { order: order_id, ...order };
	},
});

export const refundOrder = tool({
	name: "refund_order",
	description: "Pays an order back.",
	input: z.object({ order_id: z.string() }),
	// Enforced in code, whatever the model says. A bare name is a variable of the user.
	allow: 'role == "admin"',
	execute({ order_id }) {
		if (!orders[order_id]) throw new Error(`there is no order ${order_id}`);
		return { order: order_id, refunded: true };
	},
});

export const callHuman = tool({
	name: "call_human",
	description: "Hands the conversation to a human.",
	input: z.object({ request: z.string().describe("What the customer wants.") }),
	execute({ request }, ctx) {
		ctx.handover(request);
		return "A human will take over.";
	},
});
