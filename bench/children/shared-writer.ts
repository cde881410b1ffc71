import { message, openOurs, openRaw } from "../stores.ts";

/** `ours|raw` path writers count tag: appends to one session from several async writers, prints how it went. */
const [kind, path = "", writers = "8", count = "100", tag = "p"] = process.argv.slice(2);
const each = async (append: (label: string) => Promise<unknown>): Promise<void> => {
	let rejected = 0;
	const writer = async (w: number): Promise<void> => {
		for (let i = 0; i < Number(count); i++) {
			await append(`${tag}.${w}.${i}`).catch(() => {
				rejected += 1;
			});
		}
	};
	const start = Date.now();
	await Promise.all(Array.from({ length: Number(writers) }, (_, w) => writer(w)));
	console.log(JSON.stringify({ start, end: Date.now(), rejected }));
};
if (kind === "ours") {
	const hf = await openOurs(path, "full");
	const session = hf.session({ agentId: "bench", sessionId: "shared" });
	await each((label) => session.append(message(label)));
	await hf.close();
} else {
	const raw = openRaw(path, "full");
	await each((label) => raw.append("shared", label));
	raw.close();
}
