import type { Event } from "holdfast";
import { useEffect, useState } from "react";
import { useHf } from "../../connect/connection.tsx";
import { Said } from "../../parts/text.tsx";
import type { SessionAddress } from "../../paths.ts";

/** Live messages of a human who has taken over. */
export function HumanWords({ session: { agentId, userId, sessionId } }: { session: SessionAddress }) {
	const hf = useHf();
	const [said, setSaid] = useState<readonly Event[]>([]);
	useEffect(() => {
		setSaid([]);
		const leaving = new AbortController();
		const session = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
		const follow = async (): Promise<void> => {
			const [last] = await session.events({ last: 1 });
			for await (const event of session.follow({ after: last?.offset ?? -1, signal: leaving.signal })) {
				if (event.kind === "message" && event.source === "human") setSaid((all) => [...all, event]);
			}
		};
		// The session was deleted.
		follow().catch(() => {});
		return () => leaving.abort();
	}, [hf, agentId, userId, sessionId]);
	return said.map((event) => {
		const { content, displayName } = event.data as { content: unknown; displayName?: string };
		return (
			<div key={event.offset} className="play-said human" role="status">
				<b>
					<bdi>{displayName ?? "A human"}</bdi>
				</b>
				<Said>{typeof content === "string" ? content : JSON.stringify(content)}</Said>
			</div>
		);
	});
}
