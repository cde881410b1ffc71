import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";

/** The part of OpenTelemetry's API that spans are mirrored to. */
export interface Otel {
	start(
		name: string,
		attributes: Attributes,
		startedAt: number,
		parent: OtelSpan | undefined,
	): OtelSpan | undefined;
}

export interface OtelSpan {
	set(attributes: Attributes): void;
	end(endedAt: number, error: string | undefined): void;
	/** Runs a function with this span as the current one. Spans that it starts become children. */
	within<T>(action: () => T): T;
	/** @internal */
	readonly context: Context;
}

let loading: Promise<Otel | undefined> | undefined;

/** The OpenTelemetry API, loaded at the first run. Until a program registers a tracer provider, it drops every span. */
export function loadOtel(): Promise<Otel | undefined> {
	loading ??= import("@opentelemetry/api").then(bridge, () => undefined);
	return loading;
}

function bridge(api: typeof import("@opentelemetry/api")): Otel {
	let tracer: Tracer | undefined;
	const wrap = (span: Span, context: Context): OtelSpan => ({
		context,
		set: (attributes) => void span.setAttributes(attributes),
		end(endedAt, error) {
			if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error });
			span.end(endedAt);
		},
		within: (action) => api.context.with(context, action),
	});
	return {
		start(name, attributes, startTime, parent) {
			tracer ??= api.trace.getTracer("holdfast");
			const outer = parent?.context ?? api.context.active();
			const span = tracer.startSpan(name, { attributes, startTime }, outer);
			return span.isRecording() ? wrap(span, api.trace.setSpan(outer, span)) : undefined;
		},
	};
}
