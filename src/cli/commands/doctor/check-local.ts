import { type LocalOptions, localOptions } from "../../../config/local-options.ts";
import { holdfast } from "../../../holdfast.ts";
import type { Holdfast, HoldfastOptions } from "../../../interface.ts";
import { checkConfigured } from "../../connect/check-configured.ts";
import { pickModel } from "../../connect/pick-model.ts";
import type { Target } from "../../connect/target.ts";
import type { Terminal } from "../../terminal.ts";
import { type Examined, findingsOf, type GroupedFinding, messageOf } from "./check.ts";
import { findObstacle } from "./find-obstacle.ts";

type LocalTarget = Exclude<Target, { url: string }>;

const agents = findingsOf("agents");
const store = findingsOf("store");

/** If the agents are broken, opens the store without them: a problem of one does not hide problems of the other. */
export async function checkLocal(target: LocalTarget, { env }: Terminal): Promise<Examined> {
	let local: LocalOptions;
	try {
		local = await localOptions(target, { creates: false });
	} catch (error) {
		return { findings: [store.problem("configuration", messageOf(error))] };
	}
	const { options, missing } = local;
	const whole = await attempt(() => holdfast(options));
	const opened = whole instanceof Error ? await attempt(() => holdfast({ ...options, agents: [] })) : whole;
	if (opened instanceof Error) return { findings: [store.problem("store", opened.message)] };
	try {
		const found =
			whole instanceof Error
				? [agents.problem("manifests", whole.message), ...(await checkModels(local, [], env, target.folder))]
				: await checkAgents(opened, local, env, target.folder);
		if (missing !== undefined) {
			return { findings: [...found, missingFile(missing)] };
		}
		const report = await opened.doctor();
		// Checked above already: this process does the work, and the models are those of its agents.
		const told = report.findings.filter(({ about }) => about !== "program" && about !== "model");
		return { findings: [...found, ...told.map((one) => ({ group: "store" as const, ...one }))], report };
	} finally {
		await opened.close({ cancel: true });
	}
}

function missingFile(file: string): GroupedFinding {
	const obstacle = findObstacle(file);
	if (obstacle !== undefined)
		return store.problem("store", `the database ${file} cannot be created: ${obstacle}`);
	const message = `no database at ${file} yet; \`holdfast dev\` or \`holdfast chat\` creates it`;
	return store.warning("store", message);
}

async function attempt(open: () => Promise<Holdfast>): Promise<Holdfast | Error> {
	try {
		return await open();
	} catch (error) {
		return error instanceof Error ? error : new Error(String(error));
	}
}

async function checkAgents(
	hf: Holdfast,
	local: LocalOptions,
	env: Terminal["env"],
	folder: string,
): Promise<GroupedFinding[]> {
	const { items: defined } = await hf.agents.list();
	const where = local.config.agents ?? "./agents, which does not exist";
	const manifests =
		defined.length === 0
			? agents.warning("manifests", `none in ${where}; create a project with \`holdfast init\``)
			: agents.ok("manifests", `${defined.length} in ${where}: ${defined.map(({ id }) => id).join(", ")}`);
	return [manifests, ...(await checkModels(local, local.options.agents, env, folder))];
}

/** The default model, and problems that keep it or another model from answering. */
async function checkModels(
	{ config }: LocalOptions,
	given: HoldfastOptions["agents"],
	env: Terminal["env"],
	folder: string,
): Promise<GroupedFinding[]> {
	const choice = pickModel({
		asked: env.HOLDFAST_MODEL ? { name: env.HOLDFAST_MODEL, by: "set by HOLDFAST_MODEL" } : undefined,
		configured:
			config.model === undefined ? undefined : { name: config.model, by: "set in the configuration" },
		env,
		folder,
	});
	const model =
		choice.name === "demo"
			? agents.warning("model", `demo model (${choice.why}). ${choice.hints.join(". ")}`)
			: agents.ok("model", `${choice.name} (${choice.why})`);
	const flaws = await checkConfigured({ ...(given && { agents: given }), model: choice.name }, env);
	const isFlawed = flaws.some((flaw) => flaw.model === choice.name);
	return [
		...(isFlawed ? [] : [model]),
		...flaws.map(({ status, message }) => agents[status]("model", message)),
	];
}
