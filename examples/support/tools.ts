import { tool } from "holdfast";
import { z } from "zod";

/** Sample data in place of the shop's database. */
const orders: Readonly<Record<string, { item: string; status: string }>> = {
	"A-1001": { item: "teapot", status: "shipped, arrives on Friday" },
	"A-1002": { item: "two cups", status: "delivered" },
};

export const orderStatus = tool({
	name: "order_status",
	description: "Looks up the status of an order.",
	input: z.object({ order_id: z.string().describe("For example A-1001.") }),
	execute({ order_id }, ctx) {
		const order = orders[order_id];
		if (!order) throw new Error(`there is no order ${order_id}`);
		// Committed together with the result.
		ctx.state.set("last_order", order_id);
		return { order: order_id, ...order };
	},
});

export const refundOrder = tool({
	name: "refund_order",
	description: "Refunds an order.",
	input: z.object({ order_id: z.string() }),
	// Holdfast checks the rule in code, so the model cannot bypass it. A bare name is a variable of the user.
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
