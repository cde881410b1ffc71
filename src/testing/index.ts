export { describeStore } from "./describe-store.ts";
export type { OpenStore, StoreUnderTest } from "./store-under-test.ts";
