/**
 * `times`: when the events of each 4,096 display positions arrived, so a search with a date reads no others. The bounds may be wider than the live events of
 * the block, never narrower. `kept`: small values of a workspace, as JSON under a kind and a key; the first kind replaces the table `aliases`. No data is lost,
 * so the journal takes it in its place.
 */
export const version3 = `
CREATE TABLE times (
  block INTEGER PRIMARY KEY, -- ord / 4096
  earliest INTEGER NOT NULL,
  latest INTEGER NOT NULL
);
INSERT INTO times SELECT ord / 4096 AS block, min(at), max(at) FROM events WHERE replaced_by IS NULL GROUP BY block;

CREATE TABLE kept (
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (workspace, kind, key)
) WITHOUT ROWID;
INSERT INTO kept SELECT workspace, 'alias', name, json_quote(agent) FROM aliases;
DROP TABLE aliases;
`
