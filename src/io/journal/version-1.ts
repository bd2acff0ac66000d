/**
 * The first schema. Later versions are separate files in this folder; a released one is never changed.
 *
 * `events` contains everything ever stored, in cursor order. A row is live while `replaced_by` is null; only live rows have a unique `ord`
 * and are in the lanes: `events_lane` (a source), `events_conversation`, and the side table `mentions` (a name). Every page of
 * the feed merges a few lanes, so none of them ever scans. `search` stores no text (contentless): its rowid is the `ord`
 * of a live message; `search-index.ts` explains its columns.
 */
export const version1 = `
CREATE TABLE counters (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  cursor INTEGER NOT NULL, -- next cursor
  ord INTEGER NOT NULL     -- next display position
);
INSERT INTO counters VALUES (1, 1, 1);

CREATE TABLE workspaces (
  pk INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: rows of a removed workspace are deleted later
  id TEXT UNIQUE,                       -- null once removed
  value TEXT NOT NULL
);
CREATE TABLE links (
  id TEXT PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  protocol TEXT NOT NULL,
  name TEXT NOT NULL,
  config TEXT NOT NULL,
  enabled INTEGER NOT NULL
);
CREATE INDEX links_workspace ON links (workspace);

CREATE TABLE sources (
  pk INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT UNIQUE,                       -- the link; null once its workspace is removed
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  protocol TEXT NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0,       -- last one given out
  state TEXT                            -- the link's own
);
CREATE INDEX sources_workspace ON sources (workspace);

CREATE TABLE conversations (
  pk INTEGER PRIMARY KEY,
  source INTEGER NOT NULL,
  label TEXT NOT NULL,
  UNIQUE (source, label)
);
CREATE TABLE names (
  pk INTEGER PRIMARY KEY,
  source INTEGER NOT NULL,
  label TEXT NOT NULL,
  UNIQUE (source, label)
);

CREATE TABLE events (
  cursor INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  source INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  conversation INTEGER,
  ord INTEGER NOT NULL,
  at INTEGER NOT NULL,
  claimed_at INTEGER,
  wire_id TEXT NOT NULL,
  supersedes TEXT,
  replaced_by INTEGER,
  raw TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE UNIQUE INDEX events_id ON events (id);
CREATE UNIQUE INDEX events_wire ON events (source, wire_id);
CREATE INDEX events_source ON events (source);
CREATE UNIQUE INDEX events_ord ON events (ord) WHERE replaced_by IS NULL;
CREATE INDEX events_lane ON events (source, kind, ord) WHERE replaced_by IS NULL;
CREATE INDEX events_conversation ON events (conversation, ord) WHERE conversation IS NOT NULL AND replaced_by IS NULL;

CREATE TABLE mentions (
  name INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  ord INTEGER NOT NULL,
  PRIMARY KEY (name, kind, ord)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (text, names, thread, keys, content = '', contentless_delete = 1, tokenize = 'ascii');
-- Merging less often makes ingest faster; a search then opens a few more segments.
INSERT INTO search (search, rank) VALUES ('automerge', 8);

CREATE TABLE commands (
  id TEXT PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  state TEXT NOT NULL,
  value TEXT NOT NULL
);
CREATE INDEX commands_workspace ON commands (workspace, state);
CREATE TABLE read_marks (
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  conversation TEXT NOT NULL,
  ord INTEGER NOT NULL,
  PRIMARY KEY (workspace, conversation)
) WITHOUT ROWID;
CREATE TABLE aliases (
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  name TEXT NOT NULL,
  agent TEXT NOT NULL,
  PRIMARY KEY (workspace, name)
) WITHOUT ROWID;
CREATE TABLE snapshots (
  workspace INTEGER NOT NULL REFERENCES workspaces (pk),
  fold TEXT NOT NULL,
  cursor INTEGER NOT NULL,
  version INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (workspace, fold)
);
CREATE TABLE approvals (id TEXT PRIMARY KEY, workspace TEXT, value TEXT NOT NULL);
CREATE TABLE grants (id TEXT PRIMARY KEY, workspace TEXT, value TEXT NOT NULL);
CREATE TABLE acts (pk INTEGER PRIMARY KEY, workspace TEXT, value TEXT NOT NULL);
CREATE INDEX acts_workspace ON acts (workspace) WHERE workspace IS NOT NULL;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`
