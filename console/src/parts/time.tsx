import { useEffect, useState } from "react";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A relative time, such as "3 min ago". */
export function ago(at: string, now: number): string {
	const ms = now - Date.parse(at);
	if (ms < 10 * SECOND) return "now";
	if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
	if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
	if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
	if (ms < 30 * DAY) return `${Math.floor(ms / DAY)} d ago`;
	return new Date(at).toLocaleDateString();
}

/** A time, shown relative to now; the exact time is its tooltip. */
export function Ago({ at }: { at: string }) {
	const [now, setNow] = useState(Date.now);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 10_000);
		return () => clearInterval(timer);
	}, []);
	return (
		<time dateTime={at} title={new Date(at).toLocaleString()}>
			{ago(at, now)}
		</time>
	);
}

/** A time to the second. */
export function Moment({ at }: { at: string }) {
	return (
		<time dateTime={at} title={at}>
			{new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })}
		</time>
	);
}

/** A duration in the unit that fits. */
export function duration(ms: number): string {
	if (ms < 1) return `${ms.toFixed(2)} ms`;
	if (ms < SECOND) return `${Math.round(ms)} ms`;
	if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 2 : 1)} s`;
	return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / SECOND)} s`;
}
