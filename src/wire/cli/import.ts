import { z } from "zod";
import { importReport, tenantImportReport } from "../import-report.ts";

export const importedReport = importReport.extend({
	retention: z.string().optional().meta({ description: "The retention of events, in words" }),
	tenant: tenantImportReport.optional(),
});
