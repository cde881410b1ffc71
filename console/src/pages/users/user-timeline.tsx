import { Card } from "../../parts/card.tsx";
import { counted } from "./counted.ts";
import { layOut } from "./lay-out-sessions.ts";
import { PICTURED, useUserSessions } from "./use-user-sessions.ts";

const LANE = 20;
const FOOT = 22;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const COLOURS = 7;

/** A date format that tells the two ends apart. */
function formatOf(span: number): Intl.DateTimeFormatOptions {
	if (span > 2 * DAY) return { dateStyle: "medium" };
	return { dateStyle: "medium", timeStyle: span < 10 * MINUTE ? "medium" : "short" };
}

/** The sessions of the user over time: a stripe for each, with a mark whose size grows with the messages. */
export function UserTimeline({ id }: { id: string }) {
	const { data } = useUserSessions(id);
	if (!data || data.items.length === 0) return null;
	const { stripes, lanes, agents, begin, end } = layOut(data.items);
	const height = lanes * LANE;
	const messages = data.items.reduce((sum, { messageCount }) => sum + messageCount, 0);
	const format = formatOf(end - begin);
	const tick = (time: number): string => new Date(time).toLocaleString(undefined, format);
	const words = `${counted(data.items.length, "session")} with ${counted(messages, "message")} from ${tick(begin)} to ${tick(end)}`;
	return (
		<Card
			title="Timeline"
			aside={
				<span className="legend">
					{agents.map((agent, index) => (
						<span key={agent}>
							<i className={`fill-${(index % COLOURS) + 1}`} />
							<bdi>{agent}</bdi>
						</span>
					))}
				</span>
			}
		>
			<svg className="user-timeline" role="img" aria-label={words} width="100%" height={height + FOOT}>
				<line x1="0" x2="100%" y1={height + 2} y2={height + 2} className="user-axis" />
				{stripes.map(({ session, from, to, lane, radius, agent }) => {
					const y = lane * LANE + LANE / 2;
					return (
						<g key={session.uid} className={`user-stripe-${(agent % COLOURS) + 1}`}>
							<title>{`${session.title ?? session.sessionId} · ${session.agentId} · ${counted(session.messageCount, "message")}`}</title>
							<line x1={`${from}%`} x2={`${to}%`} y1={y} y2={y} />
							<circle
								cx={`${to}%`}
								cy={y}
								r={radius}
								className={session.endedAt === undefined ? "open" : ""}
							/>
						</g>
					);
				})}
				<text x="0" y={height + 18}>
					{tick(begin)}
				</text>
				<text x="100%" y={height + 18} textAnchor="end">
					{tick(end)}
				</text>
			</svg>
			<p className="soft small">
				Larger marks have more messages. Hollow marks are open sessions.
				{data.next !== undefined && ` Only the last ${PICTURED} updated sessions are shown.`}
			</p>
		</Card>
	);
}
