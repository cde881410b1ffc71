import { HoldfastError } from "../../error/index.ts";

export type Driver = typeof import("pg").default;

/** The client library. It is an optional peer dependency that users install. */
export async function loadDriver(): Promise<Driver> {
	try {
		const { default: driver } = await import("pg");
		return driver;
	} catch (cause) {
		if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
		const message = "holdfast/postgres needs the package pg (8.16 or newer): npm install pg";
		throw new HoldfastError("capability_missing", message, { package: "pg" }, { cause });
	}
}
