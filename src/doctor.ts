import { ownVersion } from "./about.ts";
import { checkModels, type ModelsInUse } from "./agent/check-models.ts";
import type { Embedder } from "./model/index.ts";
import { CONSOLIDATE, describeRetention, type Platform } from "./session/index.ts";
import type { Capabilities, Finding, Store } from "./store/ports/index.ts";

/** How an instance is set up, with any problems found. */
export interface DoctorReport {
	/** True if no finding is a `problem`. */
	ok: boolean;
	/** Name of the store. */
	store: string;
	/** What the store can do. */
	capabilities: Capabilities;
	/** One entry for each check. */
	findings: Finding[];
}

export type { Finding };

/** The report looks at no more tenants and jobs than this. */
const MOST_TENANTS = 100;
/**
 * Due jobs run within seconds. A job that has been due for longer than this while this process was open is not run
 * by any process. Jobs that became due while no process was open are not late: they run now.
 */
const LATE_MS = 5 * 60_000;

/** Settings of an instance, in addition to its store. */
export interface ExamineOptions {
	embedder(): Promise<Embedder | undefined>;
	models(): Promise<ModelsInUse>;
	/** Since when this process could run due jobs, in milliseconds since the epoch. */
	openedAt: number;
}

/** Examines the store, the models, the embedder and the background jobs. */
export async function examine(
	platform: Platform,
	{ embedder, models, openedAt }: ExamineOptions,
): Promise<DoctorReport> {
	const { store } = platform;
	const findings = [
		{ about: "program", status: "ok" as const, message: program() },
		...(await store.examine()),
		capabilitiesFinding(store.capabilities),
		...(await indexFinding(platform, embedder)),
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

/** The versions of the process that does the work. Over HTTP that is the server. */
function program(): string {
	const node = `Node ${process.version}`;
	const version = ownVersion();
	return version === undefined ? node : `Holdfast ${version}, ${node}`;
}

function capabilitiesFinding({ durable, shared, search }: Capabilities): Finding {
	const message = [
		durable ? "data survives a restart" : "data is lost when the process ends",
		shared ? "several processes can use it" : "only one process can use it",
		search.vector === "hnsw" ? "large scopes are searched with an index" : "search runs in the process",
	].join(", ");
	return { about: "capabilities", status: "ok", message };
}

/** Whether the index can be reached and accepts the vectors. A store reports its own index itself. */
async function indexFinding(
	{ index, store }: Platform,
	embedder: ExamineOptions["embedder"],
): Promise<Finding[]> {
	if (!index || index === store.search) return [];
	const { name, exactUpTo } = index;
	const found = await about("index", async () => {
		const dimensions = (await embedder())?.dimensions;
		const reason = dimensions === undefined ? undefined : await index.check(dimensions);
		return reason === undefined
			? {
					status: "ok",
					message: `owners with more than ${exactUpTo} facts are searched with the index ${name}, others in the process`,
				}
			: { status: "warning", message: `all facts are searched in the process; the index ${name}: ${reason}` };
	});
	return [found];
}

/** A check that throws is a finding, too. */
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

/** Whether the default model and the models of agents are usable. Sends nothing to a provider. */
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
		const message = `${onDemo === 1 ? "1 agent uses" : `${onDemo} agents use`} the demo model; set \`model\` to a real one, e.g. openai/gpt-5-mini`;
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
	if (!configured) return { status: "ok", message: "none: search by words only" };
	const stored = await store.index.embedder(tenant);
	if (stored && stored.name !== configured.name) {
		const message = `${configured.name} is configured, but the stored vectors were created by ${stored.name}; call reembed(), or run \`holdfast upkeep reembed\``;
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
	if (!oldest) return { status: "ok", message: "no jobs waiting" };
	const jobs = waiting.reduce((sum, one) => sum + one.jobs, 0);
	const minutes = Math.round((Date.now() - oldest.dueAt) / 60_000);
	const tenants = `${waiting.length === MOST_TENANTS ? "at least " : ""}${waiting.length}`;
	const message = `${jobs} job${jobs === 1 ? "" : "s"} waiting (${tenants} tenant${waiting.length === 1 ? "" : "s"}), the oldest for ${minutes} minute${minutes === 1 ? "" : "s"}`;
	const isLate = Date.now() - Math.max(oldest.dueAt, openedAt) > LATE_MS;
	if (!isLate) return { status: "ok", message };
	return { status: "warning", message: `${message}; no process runs them: start one that has the agents` };
}

async function deadFinding({ store, tenant }: Platform): Promise<Omit<Finding, "about">> {
	const dead = await store.work.jobs({ tenant, limit: MOST_TENANTS, status: "dead" });
	if (dead.length === 0) return { status: "ok", message: "none" };
	const message = `${dead.length} job${dead.length === 1 ? "" : "s"} failed permanently; see jobs.list({ status: "dead" }) and jobs.retry(id), or \`holdfast jobs ls --dead\``;
	return { status: "warning", message };
}

/** Retention keeps events that a failed consolidation has not read yet. */
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
	const message = `${sessions} events past the retention, because consolidation failed permanently before it read them; run \`holdfast jobs retry ${held.length === 1 ? held[0] : "--all-dead"}\`, or set \`memory: { facts: false }\` for the agent`;
	return { status: "warning", message };
}
