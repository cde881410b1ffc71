// Starts a server, says where, and waits to be killed.
import { startServer } from "./start-server.ts";

const { url, folder } = await startServer();
process.stdout.write(JSON.stringify({ url, folder }));
setInterval(() => undefined, 60_000);
