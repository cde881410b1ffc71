import type { Holdfast } from "holdfast";

/** A key, without its secret. */
export type KeyInfo = Awaited<ReturnType<Holdfast["keys"]["list"]>>[number];

/** The delivery of a session's events to a URL. */
export type Delivery = Awaited<ReturnType<Holdfast["webhooks"]["list"]>>["items"][number];
