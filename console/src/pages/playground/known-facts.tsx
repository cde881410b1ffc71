import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { factPath, factsPath } from "../../paths.ts";

/** What the agent would remember of whoever talks to it now. */
export function KnownFacts({ agentId, userId }: { agentId: string; userId: string | undefined }) {
	const { hf, can } = useConnection();
	const facts = useQuery({
		queryKey: ["facts", agentId, userId ?? null, "known"],
		queryFn: () =>
			hf.memory(agentId, userId === undefined || can.isUser ? {} : { userId }).list({ limit: 20 }),
		refetchInterval: 5_000,
	});
	return (
		<Card
			title={userId === undefined ? "What it knows, whoever asks" : "What it knows"}
			aside={
				<Link href={factsPath({ agent: agentId, user: can.isUser ? undefined : userId })}>All facts</Link>
			}
		>
			<Loaded query={facts}>
				{({ items }) =>
					items.length === 0 ? (
						<Empty>Nothing yet. Facts are made when a session is ended.</Empty>
					) : (
						<ul className="plain-list small">
							{items.map(({ id, content, createdAt }) => (
								<li key={id} className="row">
									<Link className="grows" href={factPath(agentId, id)}>
										<Said>{content}</Said>
									</Link>
									<span className="soft">
										<Ago at={createdAt} />
									</span>
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
		</Card>
	);
}
