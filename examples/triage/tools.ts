import { tool } from "holdfast";
import { z } from "zod";

/** Sample data in place of the shop's database. */
const orders: Readonly<Record<string, { item: string; status: string }>> = {
	"A-1001": { item: "teapot", status: "shipped, arrives on Friday" },
};

export const orderStatus = tool({
	name: "order_status",
	description: "Looks up the status of an order.",
	input: z.object({ order_id: z.string() }),
	execute({ order_id }) {
		const order = orders[order_id];
		if (!order) throw new Error(`there is no order ${order_id}`);
		return { order: order_id, ...order };
	},
});
