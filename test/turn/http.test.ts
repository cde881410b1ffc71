import { httpMemoryWorlds } from "../api/http-worlds.ts";
import { describeTurns } from "./suite.ts";

describeTurns(httpMemoryWorlds);
