import { ownVersion } from "./about.ts";
import type { Embedder } from "./model/index.ts";
import type { Platform } from "./session/index.ts";
import type { Capabilities, Finding, Store } from "./store/ports/index.ts";

/** How an instance is set up, and what is not in order. */
export interface DoctorReport {
	/** No finding is a problem. */
	ok: boolean;
	store: string;
	capabilities: Capabilities;
	findings: Finding[];
}

export type { Finding };

/** More tenants than this with waiting work are not told one by one. */
const MOST_TENANTS = 100;
/** Work that has waited for longer has nobody who does it. */
const LATE_MS = 5 * 60_000;

/** Looks at the store, the embedder and the work behind the answers. */
export async function examine(
	platform: Platform,
	embedder: () => Promise<Embedder | undefined>,
): Promise<DoctorReport> {
	const { store } = platform;
	const findings = [
		{ about: "program", status: "ok" as const, message: program() },
		...(await store.examine()),
		capabilitiesFinding(store.capabilities),
		...indexFinding(platform),
		await about("embedder", () => embedderFinding(platform, embedder)),
		await about("jobs", () => jobsFinding(store)),
		await about("dead letters", () => deadFinding(platform)),
	];
	return {
		ok: findings.every(({ status }) => status !== "problem"),
		store: store.name,
		capabilities: structuredClone(store.capabilities),
		findings,
	};
}

/** Which one does the work: over HTTP it is not the one that asks. */
function program(): string {
	const node = `Node ${process.version}`;
	const version = ownVersion();
	return version === undefined ? node : `Holdfast ${version}, ${node}`;
}

function capabilitiesFinding({ durable, shared, search }: Capabilities): Finding {
	const message = [
		durable ? "survives the end of the process" : "ends with the process",
		shared ? "may be used by several processes" : "is one process's own",
		search.vector === "hnsw" ? "searches large scopes with an index" : "searches in process",
	].join(", ");
	return { about: "capabilities", status: "ok", message };
}

/** The store tells of its own. */
function indexFinding({ index, store }: Platform): Finding[] {
	if (!index || index === store.search) return [];
	const message = `owners with more than ${index.exactUpTo} facts are searched with the index ${index.name}, others in process`;
	return [{ about: "index", status: "ok", message }];
}

/** What cannot be found out is a finding, too. */
async function about(what: string, look: () => Promise<Omit<Finding, "about">>): Promise<Finding> {
	try {
		return { about: what, ...(await look()) };
	} catch (error) {
		return {
			about: what,
			status: "problem",
			message: error instanceof Error ? error.message : String(error),
		};
	}
}

async function embedderFinding(
	{ store, tenant }: Platform,
	embedder: () => Promise<Embedder | undefined>,
): Promise<Omit<Finding, "about">> {
	const configured = await embedder();
	if (!configured) return { status: "ok", message: "none: search is by words alone" };
	const stored = await store.index.embedder(tenant);
	if (stored && stored.name !== configured.name) {
		const message = `${configured.name} is configured, but the vectors there are were made by ${stored.name}; call reembed(), or type \`holdfast upkeep reembed\``;
		return { status: "problem", message };
	}
	return { status: "ok", message: configured.name };
}

async function jobsFinding(store: Store): Promise<Omit<Finding, "about">> {
	let waiting: Awaited<ReturnType<Store["work"]["waiting"]>>;
	try {
		waiting = await store.work.waiting(MOST_TENANTS);
	} catch (error) {
		return { status: "warning", message: error instanceof Error ? error.message : String(error) };
	}
	const [oldest] = waiting;
	if (!oldest) return { status: "ok", message: "none wait" };
	const jobs = waiting.reduce((sum, one) => sum + one.jobs, 0);
	const minutes = Math.round((Date.now() - oldest.dueAt) / 60_000);
	const tenants = `${waiting.length === MOST_TENANTS ? "at least " : ""}${waiting.length}`;
	const message = `${jobs} wait, of ${tenants} tenant${waiting.length === 1 ? "" : "s"}, the oldest for ${minutes} minutes`;
	return { status: Date.now() - oldest.dueAt > LATE_MS ? "warning" : "ok", message };
}

async function deadFinding({ store, tenant }: Platform): Promise<Omit<Finding, "about">> {
	const dead = await store.work.jobs(tenant, MOST_TENANTS, "dead");
	if (dead.length === 0) return { status: "ok", message: "none" };
	const message = `${dead.length} job${dead.length === 1 ? " was" : "s were"} given up; see jobs.list({ status: "dead" }) and jobs.retry(id), or \`holdfast jobs ls --dead\``;
	return { status: "warning", message };
}
