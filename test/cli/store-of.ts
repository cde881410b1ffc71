import { join } from "node:path";
import type { TenantId } from "../../src/event/index.ts";
import type { Store } from "../../src/store/ports/index.ts";
import { postgres } from "../../src/store/postgres/index.ts";
import { sqlite } from "../../src/store/sqlite/index.ts";
import type { CliWorld } from "./worlds.ts";

export const TENANT = "default" as TenantId;

/** Works on the store of a world itself, for what no caller could bring about. */
export async function withStore<T>(
	{ name, cwd, env }: CliWorld,
	use: (store: Store) => Promise<T>,
): Promise<T> {
	const store =
		name === "postgres"
			? postgres(env.HOLDFAST_STORE ?? "")
			: sqlite(join(cwd, name === "http" ? "server.db" : ".holdfast/holdfast.db"));
	await store.open();
	try {
		return await use(store);
	} finally {
		await store.close();
	}
}

/** Jobs that were given up, of a kind that nobody works on. */
export const giveUpJobs = (
	world: CliWorld,
	ids: readonly string[],
	error = "the model was away",
): Promise<void> =>
	withStore(world, async ({ work }) => {
		for (const id of ids) {
			await work.enqueue({
				tenant: TENANT,
				job: { id, kind: "made-by-a-test", payload: {}, dueAt: 0 },
				at: Date.now(),
			});
			await work.settle({ tenant: TENANT, id, attempt: undefined, outcome: { dead: { error } } });
		}
	});
