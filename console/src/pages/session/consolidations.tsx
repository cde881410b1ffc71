import { useQuery } from "@tanstack/react-query";
import type { Session, SessionConsolidation } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Said } from "../../parts/text.tsx";
import { costWords } from "./cost-words.ts";

const SHOWN = 20;

function Consolidation({ one }: { one: SessionConsolidation }) {
	return (
		<li>
			<span>
				<time dateTime={one.at}>{new Date(one.at).toLocaleString()}</time>: {costWords(one)}
			</span>
			{one.dropped.length > 0 && (
				<ul className="plain-list soft small" aria-label="Dropped">
					{[...new Set(one.dropped)].map((reason) => (
						<li key={reason}>
							Dropped: <Said>{reason}</Said>
						</li>
					))}
				</ul>
			)}
		</li>
	);
}

/** The consolidations of the session: time, model calls, tokens. There can be several. */
export function Consolidations({ session }: { session: Session }) {
	const hf = useHf();
	const { agentId, userId, sessionId } = session;
	const handle = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
	const query = useQuery({
		queryKey: ["consolidations", session.uid, session.consolidatedTo],
		queryFn: () => handle.consolidations({ limit: SHOWN }),
	});
	return (
		<Loaded query={query}>
			{({ items }) =>
				items.length > 0 && (
					<>
						<h2>Consolidations</h2>
						<ul className="plain-list stack small" aria-label="Consolidations">
							{items.map((one) => (
								<Consolidation key={`${one.at} ${one.to}`} one={one} />
							))}
						</ul>
					</>
				)
			}
		</Loaded>
	);
}
