import type { Store } from "../store/ports/index.ts";

/** A store to be certified, and how to get rid of it. */
export interface StoreUnderTest {
	/** Not opened yet. Every test works in a tenant of its own, so it need not be empty. */
	store: Store;
	/** Another store object on the same data, as a second process would have. Needed unless the data is the object's own. */
	second?(): Store | Promise<Store>;
	/** Removes what the suite left behind. The stores are closed by then. */
	dispose?(): void | Promise<void>;
}

export type OpenStore = () => StoreUnderTest | Promise<StoreUnderTest>;
