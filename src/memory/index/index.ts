export { type AnalyseOptions, analyse, withVector } from "./analyse.ts";
export { type Analysed, type Entry, FLAG, SPEAKER_KINDS, type SpeakerKind } from "./analysed.ts";
export { createFactView, type FactEntry, type FactView } from "./fact-view.ts";
export { createMessageView, type MessageView } from "./message-view.ts";
export { decodeSegment, encodeSegment, SEGMENT_VERSION } from "./segment.ts";
