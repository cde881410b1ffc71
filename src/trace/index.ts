export { loadOtel, type Otel } from "./otel.ts";
export { type ActiveSpan, type LiveSpan, Recorder, type SpanKind } from "./recorder.ts";
export { type Span, toSpan } from "./span.ts";
