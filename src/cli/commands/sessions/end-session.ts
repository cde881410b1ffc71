import { answers } from "../../command.ts";
import { ending } from "../memory/end-session.ts";
import { end } from "./spec.ts";

export const endSession = answers(end, ending<typeof end>());
