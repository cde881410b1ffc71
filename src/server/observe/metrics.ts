/* Metrics of requests for Prometheus. Counting a request only adds to existing numbers. */

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

interface OperationFigures {
	readonly byStatus: Map<number, number>;
	readonly buckets: Float64Array;
	seconds: number;
	count: number;
}

export interface Metrics {
	/** Counts a response. */
	count(operation: string, status: number, ms: number): void;
	/** Counters. */
	readonly totals: { eventsAppended: number; repeated: number; unauthorized: number; limited: number };
	/** Gauges. */
	readonly now: { requests: number; streams: number };
	/** The metrics of requests as text. */
	text(): string;
}

export function createMetrics(): Metrics {
	const operations = new Map<string, OperationFigures>();
	const figuresOf = (operation: string): OperationFigures => {
		const known = operations.get(operation);
		if (known) return known;
		const made = { byStatus: new Map(), buckets: new Float64Array(BUCKETS.length), seconds: 0, count: 0 };
		operations.set(operation, made);
		return made;
	};
	const totals = { eventsAppended: 0, repeated: 0, unauthorized: 0, limited: 0 };
	const now = { requests: 0, streams: 0 };
	return {
		totals,
		now,
		count(operation, status, ms) {
			const figures = figuresOf(operation);
			figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
			const seconds = ms / 1_000;
			figures.seconds += seconds;
			figures.count += 1;
			const bucket = BUCKETS.findIndex((limit) => seconds <= limit);
			if (bucket >= 0) figures.buckets[bucket] = (figures.buckets[bucket] ?? 0) + 1;
		},
		text: () =>
			[
				...requestLines(operations),
				...family("holdfast_events_appended_total", "counter", "Events appended by this process", [
					{ value: totals.eventsAppended },
				]),
				...family(
					"holdfast_http_repeated_total",
					"counter",
					"Repeated requests answered with the first response",
					[{ value: totals.repeated }],
				),
				...family("holdfast_http_unauthorized_total", "counter", "Requests without a valid credential", [
					{ value: totals.unauthorized },
				]),
				...family("holdfast_http_limited_total", "counter", "Requests rejected by a limit", [
					{ value: totals.limited },
				]),
				...family("holdfast_http_requests_open", "gauge", "Requests in progress", [{ value: now.requests }]),
				...family("holdfast_http_streams_open", "gauge", "Open streams", [{ value: now.streams }]),
			].join("\n"),
	};
}

export interface Sample {
	suffix?: string;
	labels?: Readonly<Record<string, string | number>>;
	value: number;
}

/** The lines of one metric. */
export function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${labelText(labels)} ${value}`),
	];
}

function labelText(labels: Sample["labels"]): string {
	if (!labels) return "";
	const quoted = (value: string | number): string =>
		String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
	return `{${Object.entries(labels)
		.map(([name, value]) => `${name}="${quoted(value)}"`)
		.join(",")}}`;
}

function requestLines(operations: ReadonlyMap<string, OperationFigures>): string[] {
	const counts: Sample[] = [];
	const times: Sample[] = [];
	for (const [operation, { byStatus, buckets, seconds, count }] of operations) {
		for (const [status, value] of byStatus) counts.push({ labels: { operation, status }, value });
		let below = 0;
		for (const [index, le] of BUCKETS.entries()) {
			below += buckets[index] ?? 0;
			times.push({ suffix: "_bucket", labels: { operation, le }, value: below });
		}
		times.push({ suffix: "_bucket", labels: { operation, le: "+Inf" }, value: count });
		times.push({ suffix: "_sum", labels: { operation }, value: seconds });
		times.push({ suffix: "_count", labels: { operation }, value: count });
	}
	return [
		...family("holdfast_http_requests_total", "counter", "Responses by operation and status", counts),
		...family("holdfast_http_request_seconds", "histogram", "Duration of requests", times),
	];
}
