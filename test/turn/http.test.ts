import { httpMemoryWorlds } from "../api/http-worlds.ts";
import { describeTurns } from "./turns.suite.ts";

describeTurns(httpMemoryWorlds);
