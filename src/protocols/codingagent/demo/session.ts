import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { noStandingApprovals } from '../../../core/no-standing-approvals.ts'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import { placeHome } from '../home/home-place.ts'
import { outboxFile } from '../home/names.ts'
import { SessionHome } from '../home/session-home.ts'

/** A session to be played: the operator's first words, files that are there before, and replies that have been applied. */
export interface PlayedSession {
  readonly task: string
  readonly files: ReadonlyMap<string, string>
  readonly applied: readonly string[]
  readonly now: () => number
  readonly newSessionId: () => string
}

const aside = '.codingagent.part'
/** The player plays the operator too, in a folder that was made for it. */
const gate: Gate = { perform: (_request, run) => run({ act: 'demo' } as Permit), ...noStandingApprovals }
const by = { actor: { kind: 'operator', name: 'operator' }, confirmed: {} as Confirmation } as const

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.fault.message)
  return result.value
}

/**
 * Plays the first rounds as a session home does, in a separate home, which is renamed at the end: a running link takes the lock as soon as the home
 * exists, and then nobody else can change it.
 */
export async function beginSession(folder: string, { task, files, applied, now, newSessionId }: PlayedSession): Promise<string> {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const services = { gate, now, newSessionId, log: () => undefined }
  const home = new SessionHome(valueOf(await placeHome(folder, aside)), { from: folder, given: '.' }, services, () => undefined)
  const { session } = valueOf(await home.begin(task, undefined, by))
  for (const [index, reply] of applied.entries()) {
    valueOf(await home.paste(session, reply, by))
    valueOf(await home.apply(session, index + 1, { ...by, gate }))
  }
  await home.close()
  renameSync(join(folder, aside), join(folder, '.codingagent'))
  return session
}

/** Whether round `sequence` has begun, so that it can be answered. */
export function isAsked(folder: string, session: string, sequence: number): boolean {
  return existsSync(join(folder, '.codingagent', outboxFile(session, sequence)))
}

/** More than a tick of the file system's clock, ms. Without it a rename cannot be told from a write, and the reply is taken a second later. */
const tickMs = 20

/** Drops a reply as any program does: written aside, then renamed. @returns its bytes. */
export async function dropReply(folder: string, session: string, sequence: number, reply: string): Promise<string> {
  const file = join(folder, '.codingagent', 'inbox', `llm-${sequence}.txt`)
  const text = `Reply to ${session}, sequence ${sequence}\n\n${reply}\n`
  writeFileSync(`${file}.part`, text)
  await sleep(tickMs)
  renameSync(`${file}.part`, file)
  return text
}
