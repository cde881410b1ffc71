import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The server for development of the console: run `npm start`, and `npx vite console` next to it. */
const SERVER = process.env.HOLDFAST_URL ?? "http://127.0.0.1:4747";

export default defineConfig({
	root: path("."),
	// Every page is one level deep, so the server can have any path prefix.
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
		// `"use client"` in packages is for server rendering, which is not used here.
		rolldownOptions: {
			checks: { pluginTimings: false },
			onwarn: (warning, warn) => {
				if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
			},
		},
	},
	server: { proxy: Object.fromEntries(["/v1", "/ready", "/health"].map((prefix) => [prefix, SERVER])) },
});
