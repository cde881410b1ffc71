import type { SpaceInfo } from "holdfast";
import { Link } from "wouter";
import { Badge } from "../../parts/badge.tsx";
import { besideWords, factWords } from "../../parts/fact-counts.ts";
import { Ago } from "../../parts/time.tsx";
import { useSpaces } from "../../parts/use-spaces.ts";
import { agentPath, factsPath, sessionsPath } from "../../paths.ts";
import type { AgentEntry } from "./agent-entry.ts";
import { memoryWords } from "./memory-words.ts";

const count = (value: number | undefined): string => (value ?? 0).toLocaleString();

export function AgentsTable({ entries }: { entries: readonly AgentEntry[] }) {
	const spaces = useSpaces(10_000);
	return (
		<div className="card agents-card">
			<table className="table agents-table">
				<thead>
					<tr>
						<th>Agent</th>
						<th>Model</th>
						<th>Memory</th>
						<th className="number">Tools</th>
						<th className="number">Sessions</th>
						<th className="number">Active facts</th>
						<th>Updated</th>
					</tr>
				</thead>
				<tbody>
					{entries.map((entry) => (
						<Row key={entry.id} {...entry} spaces={spaces.data ?? []} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function Row({ id, info, counts, spaces }: AgentEntry & { spaces: readonly SpaceInfo[] }) {
	const space = info?.memory ? info.memory.space : undefined;
	const shared = spaces.find(({ name }) => name === space);
	return (
		<tr>
			<td>
				<span className="row">
					<Link href={agentPath(id)} className="agents-name">
						<bdi>{id}</bdi>
					</Link>
					{!info && <Badge tone="warn">no longer defined</Badge>}
				</span>
				{info?.description !== undefined && (
					<span className="soft" dir="auto">
						{info.description}
					</span>
				)}
			</td>
			<td data-name="Model">{info ? <span className="mono">{info.model}</span> : "–"}</td>
			<td data-name="Memory">
				{info ? (
					<>
						<span>{memoryWords(info.memory)}</span>
						{info.memoryChangedAt !== undefined && (
							<>
								{" "}
								<Badge tone="accent">overridden</Badge>
							</>
						)}
					</>
				) : (
					"–"
				)}
			</td>
			<td data-name="Tools" className="number">
				{info ? count(info.tools.length) : "–"}
			</td>
			<td data-name="Sessions" className="number">
				<Link href={sessionsPath({ agent: id })}>{count(counts?.sessions)}</Link>
			</td>
			<td data-name="Active facts" className="number">
				<Link href={factsPath({ agent: id })}>{count(counts?.factsByStatus.active)}</Link>
				{counts && besideWords(counts.factsByStatus) !== "" && (
					<span className="soft small agents-beside">{besideWords(counts.factsByStatus)}</span>
				)}
				{space !== undefined && (
					<span className="soft small agents-beside">
						shared space <bdi>{space}</bdi>: {shared ? factWords(shared.factsByStatus) : "no facts"}
					</span>
				)}
			</td>
			<td data-name="Updated">{counts?.updatedAt === undefined ? "never" : <Ago at={counts.updatedAt} />}</td>
		</tr>
	);
}
