import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";

export interface BreakingProxy {
	readonly url: string;
	/** How many bytes of the answers of each next connection come through before it is cut; undefined: all. */
	limit: (() => number | undefined) | undefined;
	/** How many connections were cut. */
	readonly cuts: number;
	/** Cuts all connections there are now. */
	cut(): void;
	close(): Promise<void>;
}

/** Stands between a client and a server, and cuts connections in the middle of answers. */
export async function breakingProxy(target: string): Promise<BreakingProxy> {
	const { hostname, port } = new URL(target);
	const open = new Set<Socket>();
	let cuts = 0;
	const server = createServer((inner) => {
		const outer = dial(Number(port), hostname);
		let left = proxy.limit?.();
		for (const socket of [inner, outer]) {
			open.add(socket);
			socket.once("close", () => open.delete(socket));
			socket.on("error", () => {});
		}
		const end = (): void => {
			inner.destroy();
			outer.destroy();
		};
		inner.on("data", (bytes) => outer.write(bytes));
		outer.on("data", (bytes) => {
			if (left === undefined || bytes.length < left) {
				if (left !== undefined) left -= bytes.length;
				inner.write(bytes);
				return;
			}
			cuts += 1;
			// A part of it has left: what it was cut in the middle of is up to chance.
			inner.write(bytes.subarray(0, left), end);
		});
		inner.once("close", end);
		outer.once("close", end);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const proxy: BreakingProxy = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		limit: undefined,
		get cuts() {
			return cuts;
		},
		cut() {
			for (const socket of open) socket.destroy();
		},
		async close() {
			proxy.cut();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}
