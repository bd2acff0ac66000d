import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { checkpointSql } from './checkpoints.ts'
import { firstSql } from './first-versions.ts'
import { laneSql } from './lanes.ts'
import { momentSql } from './moments.ts'
import { readSql } from './read.ts'
import { searchSql } from './search-walk.ts'
import { migrations } from './migrations.ts'

const statements: [string, string][] = [
  ...Object.entries(laneSql).flatMap(([name, sql]): [string, string][] => [
    [`lane ${name} before`, sql('<')],
    [`lane ${name} after`, sql('>')],
  ]),
  ...Object.entries(readSql).map(([name, sql]): [string, string] => [`read ${name}`, sql]),
  ...Object.entries(momentSql).map(([name, sql]): [string, string] => [`moment ${name}`, sql]),
  ...Object.entries(checkpointSql).map(([name, sql]): [string, string] => [`checkpoint ${name}`, sql]),
  ...Object.entries(firstSql).map(([name, sql]): [string, string] => [`first version ${name}`, sql]),
  ...Object.entries(searchSql).map(([name, sql]): [string, string] => [`search ${name}`, sql]),
]

const db = new Database(':memory:')
for (const step of migrations) db.exec(step)
afterAll(() => void db.close())

test.each(statements)('%s goes through an index and sorts nothing', (_name, sql) => {
  const values = Array.from({ length: sql.split('?').length - 1 }, () => 1)
  const steps = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
  expect(steps.length).toBeGreaterThan(0)
  for (const { detail } of steps) {
    expect(detail).not.toMatch(/TEMP B-TREE|AUTOMATIC/)
    // A virtual table is always “scanned”: M is a full-text match, and json_each is the few names of the filter.
    if (detail.startsWith('SCAN')) expect(detail).toMatch(/VIRTUAL TABLE INDEX \d+:M|SCAN json_each/)
  }
})
