import { HoldfastError } from "../../error/index.ts";

/** The official MCP SDK. It is an optional peer dependency, loaded when the first server is connected. */
export async function loadMcpSdk() {
	try {
		// Each import is awaited inside this `try`: bundlers then accept that the package may be missing.
		const client = await import("@modelcontextprotocol/sdk/client/index.js");
		const http = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
		const stdio = await import("@modelcontextprotocol/sdk/client/stdio.js");
		const buffer = await import("@modelcontextprotocol/sdk/shared/stdio.js");
		const types = await import("@modelcontextprotocol/sdk/types.js");
		return { ...client, ...http, ...stdio, ...buffer, ...types };
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

export type McpSdk = Awaited<ReturnType<typeof loadMcpSdk>>;
