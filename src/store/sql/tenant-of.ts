import type { TenantId } from "../../event/index.ts";
import type { SessionTarget } from "../ports/index.ts";

/** The tenant of a session. */
export const tenantOf = (target: SessionTarget): TenantId =>
	"name" in target ? target.name.tenant : target.tenant;
