export { describeStore } from "./describe-store.ts";
export type { ModelOptions } from "./model/describe-model.ts";
export type { OpenStore, StoreUnderTest } from "./store-under-test.ts";
