import { tool } from "holdfast";
import { z } from "zod";

/** Example data, in place of a database. */
const orders = new Map([
	["A-1001", { item: "teapot", status: "shipped, arrives on Friday" }],
	["A-1002", { item: "two cups", status: "delivered" }],
	["A-1003", { item: "green tea, 250 g", status: "being packed" }],
]);

export const orderStatus = tool({
	name: "order_status",
	description: "Returns the status of an order.",
	input: z.object({ order_id: z.string().describe("For example A-1001.") }),
	execute({ order_id }, context) {
		const order = orders.get(order_id.toUpperCase());
		if (!order)
			throw new Error(`there is no order ${order_id}; existing orders: ${[...orders.keys()].join(", ")}`);
		// Stored in the same transaction as the result.
		context.state.set("last_order", order_id.toUpperCase());
		return { order: order_id.toUpperCase(), ...order };
	},
});
