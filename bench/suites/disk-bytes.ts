import { statSync } from "node:fs";
import { join } from "node:path";
import { atMost, type Row } from "../measure.ts";
import { fill, inFolder, message, openOurs, text } from "../stores.ts";

const COUNT = 10_000;
const JSON_BYTES = JSON.stringify({ role: "user", content: text(1234) }).length;

function row(what: string, file: string): Row {
	const bytes = statSync(file).size / COUNT;
	return atMost(
		`bytes per 200-byte message, ${what}`,
		`${bytes.toFixed(0)}`,
		`${JSON_BYTES}`,
		bytes / JSON_BYTES,
		2.5,
	);
}

/** File size per message, in units of the message's own JSON. */
export async function diskBytes(): Promise<Row[]> {
	return inFolder(async (dir) => {
		const one = join(dir, "one.db");
		const hf = await openOurs(one, "normal");
		await fill(hf, "long", COUNT);
		await hf.close();
		const many = join(dir, "many.db");
		const other = await openOurs(many, "normal");
		for (let i = 0; i < COUNT; i++)
			await other.session({ agentId: "bench", sessionId: `s${i % 1000}` }).append(message(i));
		await other.close();
		return [row("one session", one), row("1,000 sessions in turn", many)];
	});
}
