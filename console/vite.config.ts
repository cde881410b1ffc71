import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The server under which the console is worked on: `npx vite console`, beside `npm start`. */
const SERVER = process.env.HOLDFAST_URL ?? "http://127.0.0.1:4747";

export default defineConfig({
	root: path("."),
	// Every page is one level deep, so a server may stand behind any prefix.
	base: "./",
	resolve: { alias: { "holdfast/client": path("../src/client/index.ts") } },
	oxc: { jsx: { runtime: "automatic" } },
	build: {
		outDir: path("../dist/console"),
		emptyOutDir: true,
		target: "es2023",
		// Inlined files would need `data:` in the policy for scripts and styles.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		// `"use client"` in packages is for servers that render, which this is not.
		rolldownOptions: {
			checks: { pluginTimings: false },
			onwarn: (warning, warn) => {
				if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
			},
		},
	},
	server: { proxy: Object.fromEntries(["/v1", "/ready", "/health"].map((prefix) => [prefix, SERVER])) },
});
