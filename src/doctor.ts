import { ownVersion } from "./about.ts";
import { checkModels, type ModelsInUse } from "./agent/check-models.ts";
import type { Embedder } from "./model/index.ts";
import { CONSOLIDATE, describeRetention, type Platform } from "./session/index.ts";
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
/**
 * Work that is due is done within seconds. If it has waited for longer than this while this process was open, nobody does
 * it. What became due while no process was open is not late: it is done now.
 */
const LATE_MS = 5 * 60_000;

/** What an instance is set up with, beside its store. */
export interface ExamineOptions {
	embedder(): Promise<Embedder | undefined>;
	models(): Promise<ModelsInUse>;
	/** Since when this process could do what is due, in milliseconds. */
	openedAt: number;
}

/** Looks at the store, the models, the embedder and the work behind the answers. */
export async function examine(
	platform: Platform,
	{ embedder, models, openedAt }: ExamineOptions,
): Promise<DoctorReport> {
	const { store } = platform;
	const findings = [
		{ about: "program", status: "ok" as const, message: program() },
		...(await store.examine()),
		capabilitiesFinding(store.capabilities),
		...indexFinding(platform),
		...(await modelFindings(models)),
		await about("embedder", () => embedderFinding(platform, embedder)),
		await about("jobs", () => jobsFinding(store, openedAt)),
		await about("dead letters", () => deadFinding(platform)),
		await about("retention", () => retentionFinding(platform)),
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
			message: messageOf(error),
		};
	}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether the default model and those of agents can answer. Nothing is sent to a provider. */
async function modelFindings(models: ExamineOptions["models"]): Promise<Finding[]> {
	try {
		const inUse = await models();
		const { agents, defaultModel } = inUse;
		const flaws = await checkModels(inUse);
		if (flaws.length > 0) return flaws.map(({ status, message }) => ({ about: "model", status, message }));
		const name =
			typeof defaultModel === "string" ? defaultModel : `${defaultModel.provider}/${defaultModel.modelId}`;
		const onDemo = agents.filter(({ model = defaultModel }) => model === "demo").length;
		if (onDemo === 0) return [{ about: "model", status: "ok", message: name }];
		const message = `${onDemo === 1 ? "1 agent answers" : `${onDemo} agents answer`} with the demo model: name a real one with \`model\`, e.g. openai/gpt-5-mini`;
		return [{ about: "model", status: "warning", message }];
	} catch (error) {
		return [{ about: "model", status: "problem", message: messageOf(error) }];
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

async function jobsFinding(store: Store, openedAt: number): Promise<Omit<Finding, "about">> {
	let waiting: Awaited<ReturnType<Store["work"]["waiting"]>>;
	try {
		waiting = await store.work.waiting(MOST_TENANTS);
	} catch (error) {
		return { status: "warning", message: messageOf(error) };
	}
	const [oldest] = waiting;
	if (!oldest) return { status: "ok", message: "none wait" };
	const jobs = waiting.reduce((sum, one) => sum + one.jobs, 0);
	const minutes = Math.round((Date.now() - oldest.dueAt) / 60_000);
	const tenants = `${waiting.length === MOST_TENANTS ? "at least " : ""}${waiting.length}`;
	const message = `${jobs} ${jobs === 1 ? "waits" : "wait"}, of ${tenants} tenant${waiting.length === 1 ? "" : "s"}, the oldest for ${minutes} minute${minutes === 1 ? "" : "s"}`;
	const isLate = Date.now() - Math.max(oldest.dueAt, openedAt) > LATE_MS;
	if (!isLate) return { status: "ok", message };
	return { status: "warning", message: `${message}; no process does them: is one open that has the agents?` };
}

async function deadFinding({ store, tenant }: Platform): Promise<Omit<Finding, "about">> {
	const dead = await store.work.jobs({ tenant, limit: MOST_TENANTS, status: "dead" });
	if (dead.length === 0) return { status: "ok", message: "none" };
	const message = `${dead.length} job${dead.length === 1 ? " was" : "s were"} given up; see jobs.list({ status: "dead" }) and jobs.retry(id), or \`holdfast jobs ls --dead\``;
	return { status: "warning", message };
}

/** Where consolidation was given up, retention removes nothing that it has not read. */
async function retentionFinding(platform: Platform): Promise<Omit<Finding, "about">> {
	const { store, tenant, retention } = platform;
	const dead = await store.work.jobs({ tenant, limit: MOST_TENANTS, status: "dead" });
	const held: string[] = [];
	for (const { id, kind, uid } of dead) {
		if (kind !== CONSOLIDATE || uid === undefined) continue;
		const session = await store.sessions.get({ uid, tenant });
		if (session && session.consolidatedTo < session.head) held.push(id);
	}
	if (held.length === 0) return { status: "ok", message: describeRetention(retention) };
	const sessions = held.length === 1 ? "1 session keeps" : `${held.length} sessions keep`;
	const message = `${sessions} events past the retention, because consolidation was given up before it read them; type \`holdfast jobs retry ${held.length === 1 ? held[0] : "--all-dead"}\`, or set \`memory: { facts: false }\` for the agent`;
	return { status: "warning", message };
}
