/** When events were stored. */
export const storageTime = `
-- Milliseconds. NULL for events from before: these count from the time that they carry.
ALTER TABLE {events} ADD COLUMN stored_at INTEGER;
`;
