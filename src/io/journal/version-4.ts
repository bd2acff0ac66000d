/** Counts the events of every minute into the empty table `minutes`. Kinds 0 and 5 are messages and faults. */
export const countMinutes = `
INSERT INTO minutes
SELECT source, minute, sum(late = 0 AND first AND kind = 0), sum(late = 0 AND first AND kind = 5), max(cursor), max(upto) + 1
FROM (
  SELECT e.source AS source, e.at / 60000 AS minute, e.cursor AS cursor, e.kind AS kind, e.late AS late,
    o.kind IS NULL OR o.kind <> e.kind AS first,
    max(e.ord) OVER upward AS upto, max(e.at / 60000) OVER upward AS top
  FROM events e LEFT JOIN events o ON o.id = e.supersedes
  WINDOW upward AS (PARTITION BY e.source ORDER BY e.cursor)
)
WHERE late = 0 OR minute >= top
GROUP BY source, minute;
`

/**
 * `late`: the event did not just happen when it was stored (a first read, a back-fill, an import), so it is no news. What was stored before this was
 * known counts as late. The default is kept in the schema alone: no row is written, so the journal takes it in its place.
 *
 * `sequences`: the last `seq` of each source. It changes with every batch of events; in `sources`, each change would rewrite the link's whole state, which can have
 * megabytes. A source without a row goes on from `sources.seq`.
 *
 * `archives`: the files that have the texts of events of a month, and which of them is being filled or emptied; `archive-steps.ts` explains `state` and `done`.
 *
 * `checkpoints`: folds as they were at a cursor, compressed, to go on from when the past is looked at. `key` names what made the value; others cannot use it. The first
 * of a chain is whole (`step` 0); each one after it has only what changed since the step before.
 *
 * `minutes`: how many messages each minute has, and how far the journal was by its end; `minutes.ts` explains the columns.
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

CREATE TABLE checkpoints (
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  fold TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  key TEXT NOT NULL,
  chain TEXT NOT NULL,
  step INTEGER NOT NULL,
  value BLOB NOT NULL, -- a text: the archive that has it
  PRIMARY KEY (workspace, fold, cursor)
);

CREATE TABLE minutes (
  source INTEGER NOT NULL,
  minute INTEGER NOT NULL, -- at / 60000
  messages INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  PRIMARY KEY (source, minute)
) WITHOUT ROWID;
${countMinutes}`
