import { packageVersion } from "../../../config/package-files.ts";
import type { Finding } from "../../../doctor.ts";
import { HoldfastError } from "../../../error/index.ts";
import type { Call } from "../../command.ts";
import type { Target } from "../../connect/target.ts";
import { KEY_NEEDED } from "../../failure-message.ts";
import { type Examined, findingsOf, type GroupedFinding, messageOf } from "./check.ts";

type ServerTarget = Extract<Target, { url: string }>;

const { ok, warning, problem } = findingsOf("server");

/** An answer to the cheapest of all requests that takes longer makes every call slow. */
const SLOW_MS = 500;
/** The header tells whole seconds. */
const FAR_MS = 3_000;
const PATIENCE_MS = 10_000;

/** Whether the server is there, what its clock says, and what it finds out about itself. */
export async function checkServer({ url }: ServerTarget, call: Call): Promise<Examined> {
	const reached = await reach(url, call.signal);
	if (reached.some(({ status }) => status === "problem")) return { findings: reached };
	try {
		const report = await (await call.open()).doctor();
		const [program, ...more] = [
			...report.findings.filter(({ about }) => about === "program"),
			...report.findings.filter(({ about }) => about !== "program"),
		];
		const store = more.map((one) => ({ group: groupOf(one), ...one }));
		return { findings: [...reached, ...versions(program), ...store], report };
	} catch (error) {
		return { findings: [...reached, refused(error)] };
	}
}

/** Which models answer is about the server's agents; the rest is about its store. */
const groupOf = ({ about }: Finding): GroupedFinding["group"] => (about === "model" ? "agents" : "store");

async function reach(url: string, signal: AbortSignal): Promise<GroupedFinding[]> {
	const health = URL.parse(`${url.replace(/\/+$/, "")}/health`);
	if (!health) return [problem("server", `"${url}" is not the address of a server`)];
	try {
		const began = performance.now();
		const answer = await fetch(health, {
			signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
			redirect: "error",
		});
		const took = performance.now() - began;
		const { status } = (await answer.json()) as { status?: unknown };
		if (!answer.ok || status !== "ok") throw new Error(`it answers ${answer.status}`);
		const message = `answers in ${took.toFixed(1)} ms`;
		return [
			took > SLOW_MS ? warning("server", message) : ok("server", message),
			...clock(answer.headers.get("date"), took),
		];
	} catch (error) {
		signal.throwIfAborted();
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		const message = `no Holdfast server answers at ${health.origin}: ${messageOf(cause)}. Is it running, and is this its address?`;
		return [problem("server", message)];
	}
}

function clock(date: string | null, took: number): GroupedFinding[] {
	// Half a second stands for what the header cuts off.
	const behind = Date.now() - took / 2 - (Date.parse(date ?? "") + 500);
	if (Number.isNaN(behind)) return [];
	const seconds = Math.round(Math.abs(behind) / 1_000);
	if (Math.abs(behind) <= FAR_MS) return [ok("clock", "the server's and this machine's agree")];
	const message = `this machine is ${seconds} s ${behind < 0 ? "behind" : "ahead of"} the server, whose clock decides`;
	return [warning("clock", message)];
}

/** The server's version, where the key may know it. */
function versions(program: Finding | undefined): GroupedFinding[] {
	const [, theirs] = /Holdfast (\S+),/.exec(program?.message ?? "") ?? [];
	if (!program || theirs === undefined) return [];
	if (theirs === packageVersion()) return [ok("version", program.message)];
	const message = `${program.message}; this program is ${packageVersion()}: use the same version where you can`;
	return [warning("version", message)];
}

function refused(error: unknown): GroupedFinding {
	const code = HoldfastError.isInstance(error) ? error.code : undefined;
	if (code === "forbidden")
		return warning("key", "what the server finds out about itself is for admin keys; this one may less");
	if (code === "unauthorized") return problem("key", KEY_NEEDED);
	return problem("server", messageOf(error));
}
