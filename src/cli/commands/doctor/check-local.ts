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

/** Opens the store without the agents, too: what is wrong with one does not hide what is wrong with the other. */
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
		// Found out above already: this process is the one that does the work, and the models are those of its agents.
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
	const message = `there is no database at ${file} yet; \`holdfast dev\` or \`holdfast chat\` makes it`;
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
	const where = local.config.agents ?? "./agents, which is not there";
	const manifests =
		defined.length === 0
			? agents.warning("manifests", `none in ${where}; make a project with \`holdfast init\``)
			: agents.ok("manifests", `${defined.length} in ${where}: ${defined.map(({ id }) => id).join(", ")}`);
	return [manifests, ...(await checkModels(local, local.options.agents, env, folder))];
}

/** The model of agents that name none, and what keeps it or another one from answering. */
async function checkModels(
	{ config }: LocalOptions,
	given: HoldfastOptions["agents"],
	env: Terminal["env"],
	folder: string,
): Promise<GroupedFinding[]> {
	const choice = pickModel({
		asked: env.HOLDFAST_MODEL ? { name: env.HOLDFAST_MODEL, by: "HOLDFAST_MODEL says so" } : undefined,
		configured:
			config.model === undefined ? undefined : { name: config.model, by: "the configuration says so" },
		...{ env, folder },
	});
	const model =
		choice.name === "demo"
			? agents.warning("model", `the demo model, as ${[choice.why, ...choice.hints].join(". ")}`)
			: agents.ok("model", `${choice.name}, as ${choice.why}`);
	const flaws = await checkConfigured({ ...(given && { agents: given }), model: choice.name }, env);
	const isFlawed = flaws.some((flaw) => flaw.model === choice.name);
	return [
		...(isFlawed ? [] : [model]),
		...flaws.map(({ status, message }) => agents[status]("model", message)),
	];
}
