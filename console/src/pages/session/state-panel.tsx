import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Json, Session } from "holdfast";
import { useHf } from "../../connect/connection.tsx";
import type { EventLog } from "../../live/event-log.ts";
import { Badge } from "../../parts/badge.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty } from "../../parts/note.tsx";
import { LongText } from "./long-text.tsx";
import { inLine } from "./value-view.tsx";

type State = Record<string, Json>;

interface Props {
	session: Session;
	log: EventLog;
	/** The event whose state is shown; undefined: now. */
	at: number | undefined;
}

function StateTable({ state, before }: { state: State; before?: State | undefined }) {
	// The app chooses the keys: one can be called "constructor".
	const was = (key: string): boolean => before !== undefined && Object.hasOwn(before, key);
	const isChanged = (key: string): boolean =>
		before !== undefined && (!was(key) || JSON.stringify(before[key]) !== JSON.stringify(state[key]));
	const removed = before ? Object.keys(before).filter((key) => !Object.hasOwn(state, key)) : [];
	const keys = Object.keys(state).sort();
	if (keys.length + removed.length === 0) return <Empty>No state at this point.</Empty>;
	return (
		<table className="table session-state">
			<thead>
				<tr>
					<th>Key</th>
					<th>Value</th>
				</tr>
			</thead>
			<tbody>
				{keys.map((key) => (
					<tr key={key} className={isChanged(key) ? "changed" : ""}>
						<td>
							<bdi className="mono">{key}</bdi> {isChanged(key) && <Badge tone="accent">changed</Badge>}
						</td>
						<td>
							<LongText id={`state ${key}`} mono>
								{inLine(state[key])}
							</LongText>
							{isChanged(key) && (
								<span className="soft small">
									before: {was(key) ? <bdi className="mono">{inLine(before?.[key])}</bdi> : "not set"}
								</span>
							)}
						</td>
					</tr>
				))}
				{removed.map((key) => (
					<tr key={`removed ${key}`} className="changed">
						<td>
							<bdi className="mono">{key}</bdi> <Badge tone="warn">removed</Badge>
						</td>
						<td>
							<span className="soft small">
								before: <bdi className="mono">{inLine(before?.[key])}</bdi>
							</span>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** The state of the session at an event, or now. */
export function StatePanel({ session, log, at }: Props) {
	const hf = useHf();
	const { agentId, userId, sessionId } = session;
	const name = ["session", agentId, userId ?? null, sessionId];
	const { state } = hf.session({ agentId, sessionId, ...(userId !== undefined && { userId }) });
	const shown = useQuery({
		queryKey: [...name, "state", at ?? "now", ...(at === undefined ? [session.head] : [])],
		queryFn: async () => {
			if (at === undefined) return { now: await state.get(), before: undefined };
			const [now, before] = await Promise.all([
				state.asOf(at),
				at > log.base ? state.asOf(at - 1) : Promise.resolve(undefined),
			]);
			return { now, before: at === 0 ? {} : before };
		},
		placeholderData: keepPreviousData,
		// Each new event makes a new entry: do not keep them long.
		gcTime: 10_000,
	});
	const event = at === undefined ? undefined : log.get(at);
	return (
		<div className="stack">
			<p className="soft small" role="status">
				{at === undefined
					? "The current state, including app: and user: keys."
					: shown.isPlaceholderData
						? `Loading the state at event #${at}…`
						: `The session's own keys after event #${at}.`}
			</p>
			<Loaded query={shown}>{({ now, before }) => <StateTable state={now} before={before} />}</Loaded>
			{event?.metadata && (
				<div className="stack">
					<h3>Metadata of event #{event.offset}</h3>
					<JsonView value={event.metadata} label={`Metadata of event ${event.offset}`} />
				</div>
			)}
		</div>
	);
}
