export { createUsers, type User, type UserInit, type Users } from "./users.ts";
