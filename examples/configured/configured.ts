/*
 * The same program on SQLite and on PostgreSQL: holdfast.yaml sets the database. A guest says where they live, leaves, and
 * comes back.
 *
 * On PostgreSQL, several of these processes can run at the same time, on any number of machines, and share all data.
 */
import { join } from "node:path";
import { HoldfastError, holdfast, loadConfig } from "holdfast";
import { model, printModelHint } from "../model.ts";

const config = await loadConfig(join(import.meta.dirname, "holdfast.yaml"));
const hf = await holdfast({ ...config, ...(model !== undefined && { model }) });
const guest = { agentId: "desk", userId: "ada" };

async function ask(sessionId: string, input: string): Promise<void> {
	const { output } = await hf.agents.run({ ...guest, sessionId, input });
	console.log(`Ada    ${input}\nDesk   ${output}`);
}

try {
	const { store, findings } = await hf.doctor();
	console.log(`Holdfast on ${store}`);
	for (const { about, status, message } of findings) {
		if (status !== "ok") console.log(`  ${about}: ${message}`);
	}
	await ask("arrival", "Hi, I am Ada. I live in Lisbon.");
	// Facts are extracted from the session, by the first process that claims the job.
	await hf.session({ ...guest, sessionId: "arrival" }).end({ wait: true });
	await ask("departure", "Where do I live?");
	const { hits } = await hf.memory("desk", { userId: "ada" }).search("home town", { limit: 1 });
	for (const { content, sources } of hits) console.log(`Known  ${content} (${sources[0]?.sessionId})`);
} catch (error) {
	if (!HoldfastError.isInstance(error)) throw error;
	console.error(error.message);
	process.exitCode = 1;
} finally {
	await hf.close();
}

printModelHint("npm run example configured");
