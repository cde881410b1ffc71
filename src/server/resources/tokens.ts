import { newToken, token } from "../../wire/token.ts";
import { operation } from "../operation.ts";
import { bodyAs } from "./body-as.ts";

export const tokens = [
	operation({
		id: "tokens.create",
		method: "POST",
		path: "/v1/tokens",
		access: "agent",
		makes: true,
		summary: "Create a short-lived token of one user for this server",
		body: bodyAs<{ userId: string; expiresInSeconds?: number }>(newToken),
		answer: token,
		handle: async ({ hf, body }) => ({ json: await hf.tokens.create(body) }),
	}),
];
