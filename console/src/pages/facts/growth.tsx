import { useQuery } from "@tanstack/react-query";
import type { Memory } from "holdfast";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { GrowthChart } from "./growth-chart.tsx";
import { growthPoints } from "./growth-points.ts";
import { GrowthTable } from "./growth-table.tsx";
import { useMemory } from "./use-memory.ts";

/** The maximum number of facts to read, newest first. */
const MOST = 2_000;
const PAGE = 500;

async function readTimes(memory: Memory): Promise<{ times: number[]; isPart: boolean }> {
	const times: number[] = [];
	let cursor: string | undefined;
	do {
		const page = await memory.list({ status: "all", limit: PAGE, cursor });
		times.push(...page.items.map(({ createdAt }) => Date.parse(createdAt)));
		cursor = page.next;
	} while (cursor !== undefined && times.length < MOST);
	return { times, isPart: cursor !== undefined };
}

/** The number of facts over time. */
export function Growth({ agentId, userId }: { agentId: string; userId?: string }) {
	const memory = useMemory(agentId, userId);
	const read = useQuery({
		queryKey: ["facts", agentId, userId ?? null, "growth"],
		queryFn: () => readTimes(memory),
		staleTime: 10_000,
	});
	return (
		<div className="stack facts-scroll">
			<Loaded query={read}>
				{({ times, isPart }) => {
					if (times.length === 0) return <Empty>No facts yet.</Empty>;
					const points = growthPoints(times, Date.now());
					return (
						<section className="card" aria-labelledby="growth-title">
							<header>
								<h2 id="growth-title">Facts over time</h2>
								<span className="soft small">
									{isPart
										? `only the newest ${times.length.toLocaleString()}, counted from the first of them`
										: `all ${times.length.toLocaleString()}, of any status`}
								</span>
							</header>
							<GrowthChart key={`${agentId} ${userId}`} points={points} />
							<GrowthTable points={points} />
						</section>
					);
				}}
			</Loaded>
		</div>
	);
}
