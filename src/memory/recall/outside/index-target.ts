import type { FactOwner, IndexOwner, IndexTarget, WholeSpace } from "../../../store/ports/index.ts";

/** The owner of facts as an index knows it. */
export const toIndexOwner = ({ tenant, space, userId, uid }: FactOwner): IndexOwner => ({
	tenant,
	space,
	userId,
	uid,
	kind: "fact",
});

/** An owner of facts, or a whole space, as an index knows it. */
export const toTarget = (owner: FactOwner | WholeSpace): IndexTarget =>
	"everybody" in owner
		? { tenant: owner.tenant, space: owner.space, kind: "fact", everybody: true }
		: toIndexOwner(owner);
