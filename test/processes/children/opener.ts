import { HoldfastError, holdfast } from "../../../src/index.ts";
import { storeAt } from "../store-at.ts";
import { finish, hear, input, tell } from "./parent.ts";

/** Opens each file the moment it is told to, writes one event into a session of its own, closes. */
export interface OpenerInput {
	name: string;
	paths: string[];
}

export type OpenerMessage = { ready: number } | { opened: number } | { failed: string };

const { name, paths } = input<OpenerInput>();
for (const [round, path] of paths.entries()) {
	const go = hear();
	await tell({ ready: round } satisfies OpenerMessage);
	await go;
	try {
		const hf = await holdfast({ store: storeAt(path) });
		await hf.session({ agentId: "a", sessionId: name }).history.append({ role: "user", content: name });
		await hf.close();
		await tell({ opened: round } satisfies OpenerMessage);
	} catch (error) {
		await tell({
			failed: HoldfastError.isInstance(error) ? `${error.code}: ${error.message}` : String(error),
		});
	}
}
finish();
