import type { DeliveryPort } from "./delivery-port.ts";
import type { DocumentPort } from "./document-port.ts";
import type { ErasurePort } from "./erasure-port.ts";
import type { FactPort } from "./fact-port.ts";
import type { Finding } from "./finding.ts";
import type { IndexPort } from "./index-port.ts";
import type { LogPort } from "./log-port.ts";
import type { RunPort } from "./run-port.ts";
import type { SessionPort } from "./session-port.ts";
import type { StatePort } from "./state-port.ts";
import type { SubscriptionPort } from "./subscription-port.ts";
import type { TransferPort } from "./transfer-port.ts";
import type { UserPort } from "./user-port.ts";
import type { VectorIndex } from "./vector-index.ts";
import type { WorkPort } from "./work-port.ts";

/** What a backend can do, as facts. Code above the ports asks these, never for a backend's name. */
export interface Capabilities {
	/** What was acknowledged survives the end of the process. */
	durable: boolean;
	/** Several processes can use the same data at once. */
	shared: boolean;
	limits: {
		/** Bytes of JSON of one event, at least 256 KiB. */
		eventBytes: number;
		/** Events in one append, at least 64. */
		batchEvents: number;
	};
	/** Where the candidates of a search in facts come from. */
	search: {
		/** `index`: of large owners, from an inverted index outside of the process. `scan`: the process holds everything. */
		keyword: "index" | "scan";
		/** `hnsw`: of large owners, from a graph of vectors, which may miss a few. `scan`: every vector is compared. */
		vector: "hnsw" | "scan";
		/** Why there is no index, where there could be one. */
		reason?: string;
	};
}

/** Stores without an index of their own for large owners. */
export const SCANS: Capabilities["search"] = { keyword: "scan", vector: "scan" };

/** A backend: a few narrow ports. `describeStore` of `holdfast/testing` certifies one. */
export interface Store {
	readonly name: string;
	readonly capabilities: Capabilities;
	/** Makes the store ready: connects, migrates. Counted: each `open` is matched by one `close`. */
	open(): Promise<void>;
	/** Finishes what was asked for and lets go of the engine with the last `close`. */
	close(): Promise<void>;
	/** How the store is set up, and what it runs on. Changes nothing; what cannot be found out is a finding, too. */
	examine(): Promise<Finding[]>;
	readonly log: LogPort;
	readonly sessions: SessionPort;
	readonly state: StatePort;
	readonly users: UserPort;
	readonly work: WorkPort;
	readonly deliveries: DeliveryPort;
	readonly subscriptions: SubscriptionPort;
	readonly documents: DocumentPort;
	readonly runs: RunPort;
	readonly facts: FactPort;
	readonly index: IndexPort;
	readonly erasure: ErasurePort;
	readonly transfer: TransferPort;
	/** The store's own index of the facts of large owners, where it has one; known when the store is open. */
	readonly search?: VectorIndex | undefined;
}
