import { z } from "zod";
import { json, jsonObject } from "./value.ts";

export const doctorReport = z
	.object({
		ok: z.boolean(),
		store: z.string(),
		capabilities: jsonObject,
		findings: z.array(
			z.looseObject({ about: z.string(), status: z.enum(["ok", "warning", "problem"]), message: json }),
		),
	})
	.meta({ id: "DoctorReport", description: "How the server is set up, and the problems found" });
