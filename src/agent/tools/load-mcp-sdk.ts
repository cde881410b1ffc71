import { HoldfastError } from "../../error/index.ts";

const loadAll = async () => {
	const [client, http, stdio, buffer, types] = await Promise.all([
		import("@modelcontextprotocol/sdk/client/index.js"),
		import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
		import("@modelcontextprotocol/sdk/client/stdio.js"),
		import("@modelcontextprotocol/sdk/shared/stdio.js"),
		import("@modelcontextprotocol/sdk/types.js"),
	]);
	return { ...client, ...http, ...stdio, ...buffer, ...types };
};

export type McpSdk = Awaited<ReturnType<typeof loadAll>>;

/** The official SDK of MCP: an optional peer, loaded when the first server is connected. */
export async function loadMcpSdk(): Promise<McpSdk> {
	try {
		return await loadAll();
	} catch (cause) {
		const message = "MCP servers need a package that is not installed: npm install @modelcontextprotocol/sdk";
		throw new HoldfastError(
			"capability_missing",
			message,
			{ package: "@modelcontextprotocol/sdk" },
			{ cause },
		);
	}
}
