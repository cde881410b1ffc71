export { dot, type QuantizedVector, quantize } from "./quantize.ts";
export { CHUNK, plainRows, type RowStore, wasmRows } from "./row-store.ts";
export { type Scored, topK } from "./top-k.ts";
export { type VectorMatrix, vectorMatrix } from "./vector-matrix.ts";
