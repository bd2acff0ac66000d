/**
 * `late`: the event did not just happen when it was stored (a first read, a back-fill, an import), so it is no news. What was stored before this was
 * known counts as late. The default is kept in the schema alone: no row is written, and the file is not copied before.
 */
export const version4 = `
ALTER TABLE events ADD COLUMN late INTEGER NOT NULL DEFAULT 1;
`
