import type { Config } from "../../../config/config.ts";
import { type LocalOptions, localOptions } from "../../../config/local-options.ts";
import { holdfast } from "../../../holdfast.ts";
import type { Holdfast } from "../../../interface.ts";
import { KNOWN_PROVIDERS } from "../../../model/known-providers.ts";
import type { AgentInfo } from "../../../turn/index.ts";
import { pickModel } from "../../connect/pick-model.ts";
import type { Target } from "../../connect/target.ts";
import type { Terminal } from "../../terminal.ts";
import { type Examined, findingsOf, type GroupedFinding, messageOf } from "./check.ts";

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
	const { options, config, missing } = local;
	const whole = await attempt(() => holdfast(options));
	const opened = whole instanceof Error ? await attempt(() => holdfast({ ...options, agents: [] })) : whole;
	if (opened instanceof Error) return { findings: [store.problem("store", opened.message)] };
	try {
		const found =
			whole instanceof Error
				? [agents.problem("manifests", whole.message)]
				: await checkAgents(opened, config, env, target.folder);
		if (missing !== undefined) {
			const message = `there is no database at ${missing} yet; \`holdfast dev\` or \`holdfast chat\` makes it`;
			return { findings: [...found, store.warning("store", message)] };
		}
		const report = await opened.doctor();
		// This process is the one that does the work: it has been told of already.
		const told = report.findings.filter(({ about }) => about !== "program");
		return { findings: [...found, ...told.map((one) => ({ group: "store" as const, ...one }))], report };
	} finally {
		await opened.close({ cancel: true });
	}
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
	config: Config,
	env: Terminal["env"],
	folder: string,
): Promise<GroupedFinding[]> {
	const defined = await hf.agents.list();
	const where = config.agents ?? "./agents, which is not there";
	const manifests =
		defined.length === 0
			? agents.warning("manifests", `none in ${where}; make a project with \`holdfast init\``)
			: agents.ok("manifests", `${defined.length} in ${where}: ${defined.map(({ id }) => id).join(", ")}`);
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
	return [
		manifests,
		model,
		...missingKeys([choice.name, ...defined.map((one: AgentInfo) => one.model)], env),
	];
}

/** Providers whose models are named, and whose keys are not there. */
function missingKeys(models: readonly string[], env: Terminal["env"]): GroupedFinding[] {
	const named = new Set(models.map((model) => model.split("/")[0]));
	return KNOWN_PROVIDERS.filter((known) => named.has(known.id) && !env[known.env]).map((known) =>
		agents.problem(
			"key",
			`a model of ${known.id} is named, and ${known.env} is not set: export ${known.env}=…`,
		),
	);
}
