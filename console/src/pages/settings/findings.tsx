import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Card } from "../../parts/card.tsx";
import { findingWords } from "../../parts/finding-words.ts";
import { Loaded } from "../../parts/loaded.tsx";

const TONES: Readonly<Record<string, Tone>> = { ok: "good", warning: "warn", problem: "bad" };

/** The results of the health checks. */
export function Findings() {
	const hf = useHf();
	const report = useQuery({ queryKey: ["doctor"], queryFn: () => hf.doctor(), refetchInterval: 30_000 });
	return (
		<Card
			title="Health checks"
			aside={
				<Button disabled={report.isFetching} onClick={() => report.refetch()}>
					Run checks again
				</Button>
			}
		>
			<Loaded query={report}>
				{({ findings }) => (
					<>
						<p className="small">{findingWords(findings)}.</p>
						<ul className="settings-rows small" aria-label="Findings">
							{findings.map(({ about, status, message }) => (
								<li key={`${about} ${message}`} className="settings-finding">
									<Badge tone={TONES[status]}>{status}</Badge>
									<b>{about}</b>
									<span className="soft" dir="auto">
										{message}
									</span>
								</li>
							))}
						</ul>
					</>
				)}
			</Loaded>
		</Card>
	);
}
