import { noStandingApprovals } from '../src/core/no-standing-approvals.ts'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Confirmation, Gate, Permit } from '../src/core/protocol.ts'
import { writeAtomic } from '../src/io/atomic-write.ts'
import type { By } from '../src/protocols/codingagent/home/by.ts'
import { SessionHome } from '../src/protocols/codingagent/home/session-home.ts'
import { placeHome } from '../src/protocols/codingagent/home/home-place.ts'
import type { BenchRow } from './row.ts'
import { valueOf } from '../test/fakes/value-of.ts'

const files = 200
const turns = 3
const body = 'a line of code\n'.repeat(150)
const permit = { act: 'bench' } as Permit
const gate: Gate = { perform: (_request, run) => run(permit), ...noStandingApprovals }
const by: By = { actor: { kind: 'operator', name: 'operator' }, confirmed: {} as Confirmation }

/** Applying a reply that creates 200 files, including all records, compared with 200 complete and durable writes alone. */
export async function applyBench(): Promise<BenchRow[]> {
  let [ours, theirs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Alternating, so that a slow moment of the disk affects both.
  for (let turn = 0; turn < turns; turn++) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-bench-apply-')))
    try {
      ours = Math.min(ours, await applied(folder))
      theirs = Math.min(theirs, await bare(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return [
    {
      name: `apply a reply that makes ${files} files`,
      value: ours,
      unit: 'ms',
      against: `${files} whole and durable writes alone: ${Math.round(theirs)} ms`,
      ratio: theirs / ours,
    },
  ]
}

async function applied(folder: string): Promise<number> {
  const services = { gate, now: Date.now, newSessionId: () => '00000001', log: () => undefined }
  const home = new SessionHome(valueOf(await placeHome(folder, '.codingagent')), { from: folder, given: '.' }, services, () => undefined)
  const { session } = valueOf(await home.begin('Make files', undefined, by))
  const blocks = Array.from({ length: files }, (_, at) => `[CREATE_FILE path="src/f${at}.ts"]\n${body}[/CREATE_FILE]\n`)
  valueOf(await home.paste(session, blocks.join(''), by))
  const began = performance.now()
  const round = valueOf(await home.apply(session, 1, { ...by, gate }))
  const ms = performance.now() - began
  await home.close()
  if (round.plan?.rows.every((row) => row.result?.success === true) !== true) throw new Error('not all files were made')
  return ms
}

async function bare(folder: string): Promise<number> {
  const began = performance.now()
  for (let at = 0; at < files; at++) valueOf(await writeAtomic(permit, folder, `bare-${at}.ts`, body))
  return performance.now() - began
}
