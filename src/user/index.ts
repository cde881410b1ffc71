export { createUsers, type User, type UserInit, type UserPatch, type Users } from "./users.ts";
