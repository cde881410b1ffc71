export { dot, type QuantizedVector, quantize } from "./quantize.ts";
export { type Scored, topK } from "./top-k.ts";
export { type VectorMatrix, vectorMatrix } from "./vector-matrix.ts";
