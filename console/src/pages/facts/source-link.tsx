import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useHf } from "../../connect/connection.tsx";
import { sessionPath } from "../../paths.ts";

export interface Source {
	agentId: string;
	userId?: string;
	sessionId: string;
	offset: number;
}

interface Props {
	source: Source;
	/** The agent is a guess: it may be another agent of the shared space. */
	isShared?: boolean;
	className?: string;
	children?: ReactNode;
}

/** A link to the source event. */
export function SourceLink({ source, isShared = false, className, children }: Props) {
	const hf = useHf();
	const { sessionId, userId, offset } = source;
	const owner = useQuery({
		queryKey: ["sessions", "owner", sessionId, userId ?? null],
		queryFn: async () =>
			(await hf.sessions.list({ sessionId, userId: userId ?? null, limit: 20 })).items.map(
				({ agentId }) => agentId,
			),
		enabled: isShared,
		staleTime: 60_000,
	});
	const [found = source.agentId] = owner.data ?? [];
	const agentId = owner.data?.includes(source.agentId) ? source.agentId : found;
	return (
		<Link href={sessionPath({ agentId, sessionId, userId }, offset)} className={className}>
			{children ?? (
				<bdi>
					{sessionId}:{offset}
				</bdi>
			)}
		</Link>
	);
}
