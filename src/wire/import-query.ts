import { z } from "zod";
import { IMPORT_FORMATS } from "../event/formats/recognise-format.ts";
import { sessionQuery, text } from "./query.ts";

const onConflict = text.optional().meta({ description: "`fail` (default), `skip` or `replace`" });

export const tenantImportQuery = z.strictObject({ onConflict });

export const sessionImportQuery = sessionQuery.extend({
	format: text.optional().meta({
		description: `One of ${IMPORT_FORMATS.join(", ")}; default: detected`,
	}),
	toAgent: text.optional().meta({
		description: "Agent for conversations and facts of another system, instead of the one they name",
	}),
	toUser: text.optional().meta({ description: "User for them; empty: no user" }),
	toSession: text.optional().meta({ description: "Session for messages of another system" }),
	onConflict,
});
