import type { Fact } from "holdfast";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { userPath } from "../../paths.ts";
import { SessionOwner } from "./session-owner.tsx";

type Whose = Pick<Fact, "scope" | "agentId" | "userId" | "sessionId" | "space" | "sources">;

/** Whose a fact is, with the way there. */
export function Owner({ fact }: { fact: Whose }) {
	const can = useRights();
	return (
		<span>
			<OwnerName fact={fact} linksUser={!can.isUser} />
			{fact.space !== undefined && (
				<>
					{" in space "}
					<bdi>{fact.space}</bdi>
				</>
			)}
		</span>
	);
}

function OwnerName({ fact, linksUser }: { fact: Whose; linksUser: boolean }) {
	const { scope, userId, sessionId, agentId, sources } = fact;
	if (scope === "user" && userId !== undefined)
		return linksUser ? (
			<Link href={userPath(userId)}>
				<bdi>{userId}</bdi>
			</Link>
		) : (
			<bdi>{userId}</bdi>
		);
	if (scope === "session" && sessionId !== undefined) {
		// The session's own user is told by an event that it came from.
		const source = sources.find((one) => one.sessionId === sessionId);
		return <SessionOwner agentId={agentId} sessionId={sessionId} known={source} />;
	}
	return "known to all";
}

const RULES = "holdfast-rules";

/** How it came to be, in a word or two: written, or learned from a conversation, by rules or by a model. */
export function originOf({ origin, extractor }: Pick<Fact, "origin" | "extractor">): string {
	if (origin === "written") return "written";
	if (extractor === undefined) return "learned";
	return extractor.startsWith(RULES) ? "learned by rules" : `learned by ${extractor}`;
}
