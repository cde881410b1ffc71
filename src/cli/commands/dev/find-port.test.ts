import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findPort } from "./find-port.ts";

test("IF4: a port that is taken is passed over", async () => {
	const other = createServer().listen(0, "127.0.0.1");
	await once(other, "listening");
	const { port } = other.address() as { port: number };
	expect(await findPort("127.0.0.1", port)).toBeGreaterThan(port);
	other.close();
	await once(other, "close");
	expect(await findPort("127.0.0.1", port)).toBe(port);
});
