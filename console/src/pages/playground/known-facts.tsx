import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useConnection } from "../../connect/connection.tsx";
import { Card } from "../../parts/card.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { Said } from "../../parts/text.tsx";
import { Ago } from "../../parts/time.tsx";
import { factPath, factsPath } from "../../paths.ts";

/** The facts that the agent has for the current user. */
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
			title={userId === undefined ? "Facts for all users" : "Known facts"}
			aside={
				<Link href={factsPath({ agent: agentId, user: can.isUser ? undefined : userId })}>All facts</Link>
			}
		>
			<Loaded query={facts}>
				{({ items }) =>
					items.length === 0 ? (
						<Empty>No facts yet. End the session to extract facts from it.</Empty>
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
