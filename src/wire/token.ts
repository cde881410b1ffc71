import { z } from "zod";
import { id, moment } from "./value.ts";

export const newToken = z.strictObject({
	userId: id,
	expiresInSeconds: z.int().min(1).max(86_400).optional(),
});

export const token = z.object({ token: z.string(), expiresAt: moment });
