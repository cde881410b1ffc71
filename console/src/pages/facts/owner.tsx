import type { Fact } from "holdfast";
import { Link } from "wouter";
import { useRights } from "../../connect/connection.tsx";
import { userPath } from "../../paths.ts";
import { SessionOwner } from "./session-owner.tsx";

type Whose = Pick<Fact, "scope" | "agentId" | "userId" | "sessionId" | "space" | "sources">;

/** The owner of a fact, as a link. */
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
		// A source of the fact names the user of the session.
		const source = sources.find((one) => one.sessionId === sessionId);
		return <SessionOwner agentId={agentId} sessionId={sessionId} known={source} />;
	}
	return "the agent (all users)";
}

const RULES = "holdfast-rules";

/** The origin of a fact, in a few words: written, or extracted by rules or by a model. */
export function originOf({ origin, extractor }: Pick<Fact, "origin" | "extractor">): string {
	if (origin === "written") return "written";
	if (extractor === undefined) return "extracted";
	return extractor.startsWith(RULES) ? "extracted by rules" : `extracted by ${extractor}`;
}
