import { packageVersion } from "../../../config/package-files.ts";
import type { Finding } from "../../../doctor.ts";
import { HoldfastError } from "../../../error/index.ts";
import type { Call } from "../../command.ts";
import type { Target } from "../../connect/target.ts";
import { KEY_NEEDED } from "../../failure-message.ts";
import { type Examined, findingsOf, type GroupedFinding, messageOf } from "./check.ts";

type ServerTarget = Extract<Target, { url: string }>;

const { ok, warning, problem } = findingsOf("server");

/** If the cheapest request takes longer than this, every call is slow. */
const SLOW_MS = 500;
/** More than the rounding of the header, which has whole seconds. */
const FAR_MS = 3_000;
const PATIENCE_MS = 10_000;

/** Checks that the server responds, compares its clock, and adds its own findings. */
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

/** Findings about models belong to the agents of the server, the others to its store. */
const groupOf = ({ about }: Finding): GroupedFinding["group"] => (about === "model" ? "agents" : "store");

async function reach(url: string, signal: AbortSignal): Promise<GroupedFinding[]> {
	const health = URL.parse(`${url.replace(/\/+$/, "")}/health`);
	if (!health) return [problem("server", `"${url}" is not the URL of a server`)];
	try {
		const began = performance.now();
		const answer = await fetch(health, {
			signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
			redirect: "error",
		});
		const took = performance.now() - began;
		const { status } = (await answer.json()) as { status?: unknown };
		if (!answer.ok || status !== "ok") throw new Error(`it responds with status ${answer.status}`);
		const message = `responds in ${took.toFixed(1)} ms`;
		return [
			took > SLOW_MS ? warning("server", message) : ok("server", message),
			...clock(answer.headers.get("date"), took),
		];
	} catch (error) {
		signal.throwIfAborted();
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		const message = `no Holdfast server responds at ${health.origin}: ${messageOf(cause)}. Check that it is running and that the URL is right`;
		return [problem("server", message)];
	}
}

function clock(date: string | null, took: number): GroupedFinding[] {
	// Half a second is the average that the header rounds off.
	const behind = Date.now() - took / 2 - (Date.parse(date ?? "") + 500);
	if (Number.isNaN(behind)) return [];
	const seconds = Math.round(Math.abs(behind) / 1_000);
	if (Math.abs(behind) <= FAR_MS) return [ok("clock", "server and this machine agree")];
	const message = `this machine is ${seconds} s ${behind < 0 ? "behind" : "ahead of"} the server; the server's clock is used`;
	return [warning("clock", message)];
}

/** The version of the server, if the key may see it. */
function versions(program: Finding | undefined): GroupedFinding[] {
	const [, theirs] = /Holdfast (\S+),/.exec(program?.message ?? "") ?? [];
	if (!program || theirs === undefined) return [];
	if (theirs === packageVersion()) return [ok("version", program.message)];
	const message = `${program.message}; this program is ${packageVersion()}; use the same version if you can`;
	return [warning("version", message)];
}

function refused(error: unknown): GroupedFinding {
	const code = HoldfastError.isInstance(error) ? error.code : undefined;
	if (code === "forbidden")
		return warning("key", "only admin keys can see the findings of the server; this key has a lower scope");
	if (code === "unauthorized") return problem("key", KEY_NEEDED);
	return problem("server", messageOf(error));
}
