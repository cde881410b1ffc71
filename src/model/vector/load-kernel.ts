import { KERNEL } from "./kernel-bytes.ts";

/** What is used of a `WebAssembly.Memory`. */
export interface WasmMemory {
	readonly buffer: ArrayBuffer;
	/** Throws where that much cannot be had. */
	grow(pages: number): number;
}

export interface Kernel {
	memory: WasmMemory;
	/** Writes the inner products of the query with `count` rows; all but the last two are addresses in bytes. */
	multiply(query: number, rows: number, products: number, count: number, width: number): void;
}

/** Node has it as a global; the types of Node do not say so. */
interface WebAssemblyGlobal {
	Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
	Module: new (bytes: Uint8Array) => object;
	Instance: new (
		module: object,
		imports: { holdfast: { memory: WasmMemory } },
	) => { exports: Pick<Kernel, "multiply"> };
}

let compiled: object | undefined;

/** The kernel on a memory of its own; undefined where there is no WebAssembly, none with SIMD, or no room. */
export function loadKernel(initial: number, maximum: number): Kernel | undefined {
	try {
		const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal })
			.WebAssembly;
		compiled ??= new Module(Buffer.from(KERNEL, "base64"));
		const memory = new Memory({ initial, maximum });
		const { multiply } = new Instance(compiled, { holdfast: { memory } }).exports;
		return { memory, multiply };
	} catch {
		return undefined;
	}
}
