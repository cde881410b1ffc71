import { run } from "../run.ts";
import { session } from "../session.ts";
import { jsonObject } from "../value.ts";

export const shownSession = session.extend({ state: jsonObject, lastRun: run.optional() });
