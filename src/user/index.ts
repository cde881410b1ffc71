export { createUsers, type User, type UserInit, type Users, variablesPatch } from "./users.ts";
