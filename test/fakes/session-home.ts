import { mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Confirmation, Gate, LinkContext } from '../../src/core/protocol.ts'
import { openGate } from './link-context.ts'
import { SessionHome } from '../../src/protocols/codingagent/home/session-home.ts'
import type { By } from '../../src/protocols/codingagent/home/by.ts'
import { HomeLoop } from '../../src/protocols/codingagent/home/home-loop.ts'
import type { HomeState } from '../../src/protocols/codingagent/home/home-loop.ts'
import { placeHome } from '../../src/protocols/codingagent/home/home-place.ts'
import { valueOf } from './value-of.ts'

/** An empty folder that is removed after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-home-')))
  // Finished in reverse order: whatever uses the folder is closed before it is removed.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The operator, with a confirmation. */
export const operator: By = { actor: { kind: 'operator', name: 'operator' }, confirmed: {} as Confirmation }

/** A session home in `.codingagent` of a folder, opened as by its link. Ids are 00000001, 00000002 … */
export async function openSessionHome(folder: string, given: { readonly gate?: Gate; readonly home?: string } = {}): Promise<SessionHome> {
  const place = valueOf(await placeHome(folder, given.home ?? '.codingagent'))
  let ids = 0
  const services = {
    gate: given.gate ?? openGate,
    now: Date.now,
    newSessionId: () => String(++ids).padStart(8, '0'),
    log: (() => undefined) satisfies LinkContext['log'],
  }
  const home = new SessionHome(place, { from: folder, given: '.' }, services, () => undefined)
  onTestFinished(() => home.close())
  return home
}

/** Keeps a session home up to date until the test ends. */
export function runLoop(home: SessionHome): { readonly loop: HomeLoop; readonly states: HomeState[] } {
  const states: HomeState[] = []
  const loop = new HomeLoop(
    home,
    () => performance.now(),
    () => true,
    (state) => {
      states.push(state)
      return Promise.resolve()
    },
  )
  onTestFinished(() => loop.stop())
  loop.kick()
  return { loop, states }
}

let dropped = 0
/** Puts a complete file into `inbox/`, like a program that writes elsewhere and renames; earlier files are older. */
export function drop(home: string, name: string, text: string | Uint8Array): void {
  const aside = join(home, 'inbox', `${name}.part`)
  writeFileSync(aside, text)
  const at = Date.now() / 1_000 - 1_000 + ++dropped
  utimesSync(aside, at, at)
  renameSync(aside, join(home, 'inbox', name))
}
