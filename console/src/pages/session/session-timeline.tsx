import { useQuery } from "@tanstack/react-query";
import type { Event, Session } from "holdfast";
import { type MouseEvent, useEffect, useMemo } from "react";
import { useConnection } from "../../connect/connection.tsx";
import type { EventLog } from "../../live/event-log.ts";
import { useEventLogSlowly } from "../../live/use-event-log.ts";
import type { Speaker } from "./speaker.ts";
import { binEvents, manualStretches, samplePlaces } from "./timeline-bins.ts";

const WIDTH = 1_000;
const LANES: readonly (readonly [speaker: Speaker, lane: number])[] = [
	["user", 0],
	["human", 1],
	["agent", 1],
	["tool", 2],
	["system", 3],
];
const LANE = 11;
const HEIGHT = LANE * 4 + 4;
const WIDEST = 30;
const MOST_BINS = 250;
const MOST_CHANGES = 500;
const PARTS = 5;
const PART = 200;
/** The minimum time between two redraws. */
const DRAWS_EVERY_MS = 500;

interface Props {
	log: EventLog;
	session: Session;
	sight: { first: number; last: number };
	at: number | undefined;
	onPick(offset: number): void;
}

/** Loads events from all over the log: a sample of a long one. The log caches them. */
function useSample(log: EventLog): void {
	useEffect(() => {
		const places = samplePlaces(log, PARTS, PART);
		void (async () => {
			// One after the other, so that what the reader waits for comes first.
			for (const from of places) await log.load(from, from + PART);
		})().catch(() => {});
	}, [log]);
}

const NONE: readonly Event[] = [];

/** All changes of mode in the log. There are few, and the shading needs all of them. */
function useChanges(log: EventLog, { agentId, userId, sessionId }: Session): readonly Event[] {
	const { hf, can } = useConnection();
	const changes = useQuery({
		queryKey: ["session", agentId, userId ?? null, sessionId, "modes"],
		queryFn: () =>
			hf
				.session({ agentId, sessionId, ...(userId !== undefined && { userId }) })
				.events({ kinds: ["mode"], last: MOST_CHANGES }),
		// Later changes arrive with the log.
		staleTime: Number.POSITIVE_INFINITY,
		enabled: !can.isUser && log.status === "live",
	});
	return changes.data ?? NONE;
}

const words = (events: readonly Event[], length: number, manual: number): string => {
	const failed = events.filter((event) => event.kind === "status" && event.data.status === "failed").length;
	return [
		`Timeline of ${length} events`,
		...(failed > 0 ? [`${failed} failed`] : []),
		...(manual > 0 ? ["partly in manual mode"] : []),
	].join(", ");
};

/** An overview of who did what, and when. The slider below it is for the keyboard. */
export function SessionTimeline({ log, session, sight, at, onPick }: Props) {
	useSample(log);
	const version = useEventLogSlowly(log, DRAWS_EVERY_MS);
	const changes = useChanges(log, session);
	const { base, head } = log;
	const picture = useMemo(() => {
		void version;
		const events = [...log.loaded()];
		return {
			bins: binEvents(events, log, MOST_BINS),
			manual: manualStretches([...changes, ...events], { base, head }, session.mode),
			events,
		};
	}, [log, base, head, version, changes, session.mode]);
	const { bins, manual, events } = picture;
	const length = Math.max(1, head - base);
	const x = (offset: number): number => ((offset - base) / length) * WIDTH;
	const step = WIDTH / Math.max(1, bins.length);
	const pick = (event: MouseEvent<SVGSVGElement>): void => {
		const box = event.currentTarget.getBoundingClientRect();
		const part = Math.min(0.999999, Math.max(0, (event.clientX - box.left) / box.width));
		onPick(base + Math.floor(part * length));
	};
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the slider below does the same for the keyboard
		<svg
			className="session-timeline"
			viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
			preserveAspectRatio="none"
			role="img"
			aria-label={words(events, head - base, manual.length)}
			onClick={pick}
		>
			{manual.map(({ from, to }) => (
				<rect key={from} className="manual" x={x(from)} width={x(to) - x(from)} y={0} height={HEIGHT} />
			))}
			{bins.map((bin, index) => {
				const left = index * step;
				const width = Math.min(step * 0.86, WIDEST);
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
					<g key={index}>
						{!bin.known && <rect className="unknown" x={left} width={width} y={HEIGHT / 2 - 1} height={2} />}
						{LANES.map(
							([speaker, lane]) =>
								bin.lanes.has(speaker) && (
									<rect
										key={speaker}
										className={speaker}
										x={left}
										width={width}
										y={2 + lane * LANE}
										height={LANE - 2}
									/>
								),
						)}
						{bin.failed && (
							<rect className="failed" x={left} width={Math.max(width, 2)} y={0} height={HEIGHT} />
						)}
					</g>
				);
			})}
			{session.endedAt !== undefined && (
				<rect className="ended" x={WIDTH - 2} width={2} y={0} height={HEIGHT} />
			)}
			{(sight.first > base || sight.last < head - 1) && (
				<rect
					className="sight"
					x={x(sight.first)}
					width={Math.max(4, x(Math.min(sight.last + 1, head)) - x(sight.first))}
					y={0.5}
					height={HEIGHT - 1}
				/>
			)}
			{at !== undefined && (
				<rect
					className="chosen"
					x={x(at)}
					width={Math.max(2, Math.min(step * 0.86, WIDEST))}
					y={0}
					height={HEIGHT}
				/>
			)}
		</svg>
	);
}
