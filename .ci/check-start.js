// Starts `npm start` as a newcomer would, twice: the server answers, the agent remembers, and Ctrl-C ends it cleanly.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";

const GIVE_UP_MS = 30_000;
// What is expected here is what the demo model says.
const env = { ...process.env, HOLDFAST_MODEL: "demo" };
const conversation = { userId: "ada", sessionId: "ci" };

/** Does something with a server that was started, and stops it. */
async function withStart(/** @type {(url: string) => Promise<void>} */ work) {
	// A group of its own: Ctrl-C on a terminal reaches npm, its shell and the server alike.
	const child = spawn("npm", ["start"], { detached: true, stdio: ["ignore", "pipe", "inherit"], env });
	const ended = new Promise((resolve) => {
		child.once("error", resolve);
		child.once("close", (code, signal) => resolve(code ?? signal));
	});
	let text = "";
	const stop = (/** @type {NodeJS.Signals} */ signal) => {
		if (child.pid === undefined) return;
		try {
			process.kill(-child.pid, signal);
		} catch {
			// All of them have gone.
		}
	};
	const late = setTimeout(stop, GIVE_UP_MS, "SIGKILL");
	try {
		const url = await new Promise((resolve, reject) => {
			child.stdout.setEncoding("utf8").on("data", (part) => {
				process.stdout.write(part);
				text += part;
				const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\s)/.exec(text) ?? [];
				if (found) resolve(found);
			});
			ended.then((how) => reject(new Error(`npm start ended (${how}) before it told its address`)));
		});
		await work(url);
		stop("SIGINT");
		// The server ends with 0. Some shells between it and npm end by the signal themselves, though.
		assert.ok([0, 130, "SIGINT"].includes(await ended), "Ctrl-C ends npm start");
		assert.match(text, /^Stopped\.$/m, "the server comes to its end");
	} finally {
		clearTimeout(late);
		stop("SIGKILL");
	}
}

async function ask(/** @type {string} */ url, /** @type {string} */ input) {
	const answer = await fetch(`${url}/v1/agents/assistant/run`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...conversation, input }),
	});
	const { output } = await answer.json();
	console.log(`> ${input}\n${output}`);
	return output;
}

await withStart(async (url) => {
	const health = await fetch(`${url}/health`);
	assert.deepEqual(await health.json(), { status: "ok" });
	assert.match(await (await fetch(url)).text(), /<title>Holdfast<\/title>/);
	assert.match(await ask(url, "I live in Lisbon."), /Lisbon/);
});
await withStart(async (url) => {
	assert.match(await ask(url, "Where do I live?"), /Lisbon/);
});
