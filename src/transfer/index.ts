export type { TenantImportOptions, TenantImportReport, TenantSource, UnitCounts } from "./import-report.ts";
