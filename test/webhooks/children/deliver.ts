import type { TenantId } from "../../../src/event/index.ts";
import { startDeliverer } from "../../../src/webhook/deliverer.ts";
import { input, tell } from "../../processes/children/parent.ts";
import { storeAt } from "../../processes/store-at.ts";

/** A process that delivers until it is killed. Its claims are short, so that others need not wait for long. */
export interface DeliverInput {
	path: string;
	all: boolean;
}

const { path, all } = input<DeliverInput>();
const store = storeAt(path);
await store.open();
const deliverer = startDeliverer({
	store,
	network: { loopback: true, allow: [] },
	tenants: all ? "all" : ("default" as TenantId),
	pollMs: 20,
	aliveMs: 600,
	timeoutMs: 300,
	patience: { delaysMs: [5, 10], giveUpMs: 3_600_000 },
});
deliverer.nudge();
process.on("disconnect", () => process.exit());
await tell({ open: true });
