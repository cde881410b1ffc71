import { KERNEL } from "./kernel-bytes.ts";

/** The part of `WebAssembly.Memory` that is used. */
export interface WasmMemory {
	readonly buffer: ArrayBuffer;
	/** Throws if that much memory is not available. */
	grow(pages: number): number;
}

export interface Kernel {
	memory: WasmMemory;
	/**
	 * Writes the inner products of the query with `count` rows. All arguments except the last two are byte
	 * addresses.
	 */
	multiply(query: number, rows: number, products: number, count: number, width: number): void;
}

/** Node has it as a global, but its types do not. */
interface WebAssemblyGlobal {
	Memory: new (limits: { initial: number; maximum: number }) => WasmMemory;
	Module: new (bytes: Uint8Array) => object;
	Instance: new (
		module: object,
		imports: { holdfast: { memory: WasmMemory } },
	) => { exports: Pick<Kernel, "multiply"> };
}

let compiled: object | undefined;

/** The kernel with its own memory; undefined if WebAssembly, SIMD or the memory is not available. */
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
