import { httpMemoryWorlds } from "./http-worlds.ts";
import { describeApi } from "./suite.ts";

describeApi(httpMemoryWorlds);
