import { z } from "zod";
import { operation } from "../operation.ts";
import { given } from "./given.ts";
import { id, moment } from "./shapes.ts";

export const tokens = [
	operation({
		id: "tokens.create",
		method: "POST",
		path: "/v1/tokens",
		access: "agent",
		makes: true,
		summary: "Makes a short-lived token with which one user talks to this server",
		body: given<{ userId: string; expiresInSeconds?: number }>(
			z.strictObject({ userId: id, expiresInSeconds: z.int().min(1).max(86_400).optional() }),
		),
		answer: z.object({ token: z.string(), expiresAt: moment }),
		handle: async ({ hf, body }) => ({ json: await hf.tokens.create(body) }),
	}),
];
