import { registerHooks } from "node:module";

/* What an installation without the optional package sees. */
registerHooks({
	resolve(specifier, context, next) {
		if (!specifier.startsWith("@modelcontextprotocol/sdk")) return next(specifier, context);
		throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
	},
});

const { mcp } = await import("../../../src/agent/tools/index.ts");
const toolset = mcp({ command: process.execPath });
try {
	await toolset.tools(new AbortController().signal);
} catch (error) {
	console.log(JSON.stringify(error));
}
await toolset.close();
