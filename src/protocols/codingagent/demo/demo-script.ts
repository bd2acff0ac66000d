import { noStandingApprovals } from '../../../core/no-standing-approvals.ts'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '../../../core/fault.ts'
import type { Confirmation, Gate, Permit } from '../../../core/protocol.ts'
import { playDemo } from '../../../io/demo-process.ts'
import { SessionHome } from '../home/session-home.ts'
import { placeHome } from '../home/home-place.ts'
import { outboxFile } from '../home/names.ts'
import { newSessionId } from '../home/session-id.ts'
import { applied, files, replies, task } from './replies.ts'

/**
 * The LLM of the demo. Runs in a process of its own on a session home in the folder of its first argument: two rounds that are over, a third whose reply
 * waits for the operator's review, and an answer to every outbox after it. Ends when its standard input does, so it cannot outlive whoever started it.
 */
const [folder = ''] = process.argv.slice(2)
const homePath = join(folder, '.codingagent')
const aside = '.codingagent.part'

/** This process plays the operator too, in a folder that was made for it. */
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
async function begin(): Promise<string> {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const services = { gate, now: Date.now, newSessionId, log: () => undefined }
  const home = new SessionHome(valueOf(await placeHome(folder, aside)), { from: folder, given: '.' }, services, () => undefined)
  const { session } = valueOf(await home.begin(task, undefined, by))
  for (let sequence = 1; sequence <= applied; sequence++) {
    valueOf(await home.paste(session, replies[sequence - 1] ?? '', by))
    valueOf(await home.apply(session, sequence, { ...by, gate }))
  }
  await home.close()
  renameSync(join(folder, aside), homePath)
  return session
}

/** Drops a reply as any program does: written aside, then renamed. */
function answer(session: string, sequence: number): void {
  const file = join(homePath, 'inbox', `llm-${sequence}.txt`)
  writeFileSync(`${file}.part`, `Reply to ${session}, sequence ${sequence}\n\n${replies[sequence - 1] ?? ''}\n`)
  renameSync(`${file}.part`, file)
}

await playDemo(async () => {
  const session = await begin()
  for (let sequence = applied + 1; sequence <= replies.length; sequence++) {
    while (!existsSync(join(homePath, outboxFile(session, sequence)))) await sleep(500)
    answer(session, sequence)
  }
})
