import { describe } from "vitest";
import { describeAppending } from "./appending.ts";
import { describeClosing } from "./closing.ts";
import { describeCopies } from "./copies.ts";
import { describeDoctor } from "./doctor.ts";
import { describeErasing } from "./erasing.ts";
import { describeFollowing } from "./following.ts";
import { describeHistoryOfState } from "./history-of-state.ts";
import { describeHostileContent } from "./hostile-content.ts";
import { describeIdentity } from "./identity.ts";
import { describeImportFormats } from "./import-formats.ts";
import { describeInvariants } from "./invariants.ts";
import { describeLeaks } from "./leaks.ts";
import { describeLifecycle } from "./lifecycle.ts";
import { describeLimits } from "./limits.ts";
import { describeListing } from "./listing.ts";
import { describeMetadata } from "./metadata.ts";
import { describeReading } from "./reading.ts";
import { describeRefusals } from "./refusals.ts";
import { describeRekeyingSessions } from "./rekeying-sessions.ts";
import { describeRekeyingUsers } from "./rekeying-users.ts";
import { describeRetention } from "./retention.ts";
import { describeSessionNames } from "./session-names.ts";
import { describeState } from "./state.ts";
import { describeTransfer } from "./transfer.ts";
import { describeUsers } from "./users.ts";
import type { Backend } from "./world.ts";

/** The behaviour of the public interface: the same for every way to run it. */
export function describeApi(backend: Backend): void {
	describe(backend.name, () => {
		describeIdentity(backend);
		describeSessionNames(backend);
		describeLeaks(backend);
		describeLifecycle(backend);
		describeAppending(backend);
		describeLimits(backend);
		describeReading(backend);
		describeFollowing(backend);
		describeMetadata(backend);
		describeRekeyingSessions(backend);
		describeRekeyingUsers(backend);
		describeUsers(backend);
		describeState(backend);
		describeHistoryOfState(backend);
		describeRetention(backend);
		describeErasing(backend);
		describeHostileContent(backend);
		describeCopies(backend);
		describeTransfer(backend);
		describeImportFormats(backend);
		describeListing(backend);
		describeClosing(backend);
		describeRefusals(backend);
		describeInvariants(backend);
		describeDoctor(backend);
	});
}
