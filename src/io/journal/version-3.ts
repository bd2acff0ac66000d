/**
 * When the events of each 4,096 display positions arrived, so that a search with a date reads no others. The bounds may be wider than what is live in
 * the block, never narrower. Only adds a table: the file is not copied before.
 */
export const version3 = `
CREATE TABLE times (
  block INTEGER PRIMARY KEY, -- ord / 4096
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL
);
INSERT INTO times SELECT ord / 4096 AS block, min(at), max(at) FROM events WHERE replaced_by IS NULL GROUP BY block;
`
