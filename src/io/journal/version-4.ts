/**
 * `late`: the event did not just happen when it was stored (a first read, a back-fill, an import), so it is no news. What was stored before this was
 * known counts as late. The default is kept in the schema alone: no row is written, so the journal takes it in its place.
 *
 * `sequences`: the last `seq` of each source. It changes with every batch of events; in `sources`, each change would rewrite the link's whole state, which can have
 * megabytes. A source without a row goes on from `sources.seq`.
 *
 * `archives`: the files that have the texts of events of a month, and which of them is being filled or emptied; `archive-steps.ts` explains `state` and `done`.
 */
export const version4 = `
ALTER TABLE events ADD COLUMN late INTEGER NOT NULL DEFAULT 1;

CREATE TABLE sequences (
  source INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL
);
INSERT INTO sequences SELECT pk, seq FROM sources;

CREATE TABLE archives (
  file TEXT PRIMARY KEY,          -- its name in the data folder
  month TEXT NOT NULL,
  state TEXT NOT NULL,            -- moving, closed, returning, returned
  done INTEGER NOT NULL DEFAULT 0 -- events up to this cursor were moved, or brought back
) WITHOUT ROWID;
`
