import { pathToFileURL } from 'node:url'
import type { BenchRow } from './row.ts'

/**
 * Runs the benchmark of one file, `node bench/run-one.ts bench/journal.ts`: every exported function named `…Bench`, one after the other.
 * Prints each row as one JSON line on stdout.
 */
const [file] = process.argv.slice(2)
const module = (await import(pathToFileURL(file ?? '').href)) as Record<string, unknown>
for (const [name, run] of Object.entries(module)) {
  if (!name.endsWith('Bench') || typeof run !== 'function') continue
  for (const row of (await run()) as readonly BenchRow[]) process.stdout.write(`${JSON.stringify(row)}\n`)
}
