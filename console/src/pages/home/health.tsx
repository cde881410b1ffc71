import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { useReached } from "../../connect/link-state.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Card } from "../../parts/card.tsx";
import { findingWords } from "../../parts/finding-words.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { settingsPath } from "../../paths.ts";

const TONES: Readonly<Record<string, Tone>> = { ok: "good", warning: "warn", problem: "bad" };

/** The health of the server; with an admin key, also the results of its checks. */
export function Health() {
	const { about, can } = useConnection();
	const reached = useReached();
	return (
		<Card
			title="Health"
			aside={reached ? <Badge tone="good">responding</Badge> : <Badge tone="bad">not responding</Badge>}
		>
			<dl className="pairs">
				<dt>Version</dt>
				<dd>{about.version}</dd>
				{about.store && (
					<>
						<dt>Store</dt>
						<dd>{about.store.name}</dd>
					</>
				)}
				{about.memory && (
					<>
						<dt>Embedder</dt>
						<dd>
							{about.memory.embedder === false ? "none: keyword search only" : about.memory.embedder.name}
						</dd>
					</>
				)}
			</dl>
			{can.admin && <Findings />}
		</Card>
	);
}

/** Problems and warnings; checks that passed are only counted. */
function Findings() {
	const { hf } = useConnection();
	const report = useQuery({ queryKey: ["doctor"], queryFn: () => hf.doctor(), refetchInterval: 30_000 });
	return (
		<Loaded query={report}>
			{({ findings }) => {
				const wrong = findings.filter(({ status }) => status !== "ok");
				return (
					<>
						{wrong.length > 0 && (
							<ul className="plain-list small">
								{wrong.map(({ about, status, message }) => (
									<li key={`${about} ${message}`} className="row">
										<Badge tone={TONES[status]}>{status}</Badge>
										<span className="grows">
											<b>{about}</b> <span className="soft">{message}</span>
										</span>
									</li>
								))}
							</ul>
						)}
						<p className="small">
							<Link href={settingsPath("server")}>{findingWords(findings)}</Link>
						</p>
					</>
				);
			}}
		</Loaded>
	);
}
