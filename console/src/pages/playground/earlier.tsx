import { useQuery } from "@tanstack/react-query";
import { useHf } from "../../connect/connection.tsx";
import { Said } from "../../parts/text.tsx";
import type { SessionAddress } from "../../paths.ts";

const SHOWN = 12;

const textOf = (content: unknown): string => {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	return content
		.map((part: { text?: unknown }) => (typeof part.text === "string" ? part.text : ""))
		.filter(Boolean)
		.join("\n");
};

/** The last messages of the session before this page was opened. */
export function Earlier({ session }: { session: SessionAddress }) {
	const hf = useHf();
	const { agentId, userId, sessionId } = session;
	const earlier = useQuery({
		queryKey: ["messages", agentId, userId ?? null, sessionId],
		queryFn: async () => {
			const ref = { agentId, sessionId, ...(userId !== undefined && { userId }) };
			return (await hf.session(ref).history.last(SHOWN)).filter(
				({ role }) => role === "user" || role === "assistant",
			);
		},
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: false,
	});
	const said = (earlier.data ?? []).filter(({ content }) => textOf(content) !== "");
	if (said.length === 0) return null;
	return (
		<ul className="plain-list play-earlier" aria-label="Earlier in this session">
			{said.map(({ role, content, offset }) => (
				<li key={offset} className={`play-said ${role === "user" ? "user" : "agent"}`}>
					<Said>{textOf(content)}</Said>
				</li>
			))}
		</ul>
	);
}
