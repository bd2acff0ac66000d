import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { noStandingApprovals } from '../../core/no-standing-approvals.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../core/fault.ts'
import type { Gate, GateRequest, StandingApproval } from '../../core/protocol.ts'
import { openGate } from '../../../test/fakes/link-context.ts'
import { drop, tempFolder } from '../../../test/fakes/session-home.ts'
import { sessionActor } from './home/by.ts'
import { freshSettings } from './home/session-settings.ts'
import type { Outbox } from './pure/api.ts'
import { begin, create, seen, useHomeLinks } from '../../../test/fakes/home-link.ts'

const { open } = useHomeLinks()

interface Asked {
  readonly gate: Gate
  readonly requests: GateRequest[]
  readonly given: StandingApproval[]
}
/** A gate that says no to every effect of an agent that nobody allowed. */
function strictGate(): Asked {
  const requests: GateRequest[] = []
  const given: StandingApproval[] = []
  const gate: Gate = {
    ...noStandingApprovals,
    perform(request, run) {
      requests.push(request)
      const isAllowed = given.some(
        ({ agent, reaches }) => agent === request.actor.name && reaches.some(({ kind }) => kind === request.effect.kind),
      )
      return request.actor.kind !== 'agent' || isAllowed
        ? openGate.perform(request, run)
        : Promise.resolve(fail('refused', 'The operator said no.'))
    },
    allow: (standing) => {
      given.push(standing)
      return Promise.resolve(ok(undefined))
    },
    withdraw: () => {
      given.splice(0)
      return ok(undefined)
    },
  }
  return { gate, requests, given }
}

describe('applying without asking', () => {
  const reply = `${create('a.txt', 'x')}[RUN_COMMAND]\necho hi > b.txt\n[/RUN_COMMAND]\n`

  it('files: files are written automatically, a command is asked for', async () => {
    const folder = tempFolder()
    const { gate, given, requests } = strictGate()
    const run = await open(folder, gate)
    const session = await begin(run)
    await run.ask('mode', { session, mode: 'files' })
    const reaches = ['write', 'delete'].map((kind) => ({ kind, reach: 'folder', target: folder }))
    expect(given).toMatchObject([
      { agent: `session ${session}`, reaches, registration: sessionActor({ id: session, settings: freshSettings(folder) }).registration },
    ])
    expect(given[0]?.registration).not.toBe(sessionActor({ id: session, settings: freshSettings('/elsewhere') }).registration)
    drop(run.home, 'r.txt', reply)
    await seen(() => expect(run.view().sessions[0]).toMatchObject({ sequence: 2, mode: 'files' }))
    expect([existsSync(join(folder, 'a.txt')), existsSync(join(folder, 'b.txt'))]).toEqual([true, false])
    const spawned = requests.filter((request) => request.effect.kind === 'spawn')
    expect(spawned).toMatchObject([{ actor: { kind: 'agent', name: `session ${session}` } }])
    expect(spawned[0]?.confirmed).toBeUndefined()
    expect((await run.ask<Outbox>('outbox', { session, sequence: 2 })).text).toContain('[FAILED] RUN_COMMAND')
    await run.ask('mode', { session, mode: 'ask' })
    expect(given).toEqual([])
  })

  it('anything that may be secret needs approval, and the LLM learns of a refusal', async () => {
    const folder = tempFolder()
    const { gate, requests } = strictGate()
    for (const [name, text] of [
      ['.env', 'KEY=hush\n'],
      ['notes.log', 'hush\n'],
      ['a.txt', 'open\n'],
      ['.gitignore', '*.log\n'],
    ] as const)
      writeFileSync(join(folder, name), text)
    const run = await open(folder, gate)
    const session = await begin(run)
    await run.ask('mode', { session, mode: 'all' })
    drop(run.home, 'r.txt', ['.env', 'notes.log', 'a.txt'].map((path) => `[READ_FILE path="${path}"]\n`).join(''))
    await seen(() => expect(run.view().sessions[0]).toMatchObject({ sequence: 2 }))
    const asked = requests.filter(({ effect }) => effect.kind === 'read')
    expect(asked.map(({ effect, actor }) => [effect.target, effect.alone, actor.kind])).toEqual([
      [join(folder, '.env'), true, 'agent'],
      [join(folder, 'notes.log'), true, 'agent'],
    ])
    const { text } = await run.ask<Outbox>('outbox', { session, sequence: 2 })
    expect(text).toContain('[FAILED] READ_FILE: The operator said no.')
    expect(text).toContain('--- a.txt ---\nopen\n')
    expect(text).not.toContain('hush')
  })

  it('a session file that requests a secret gets none, whoever wrote it', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, '.env'), 'KEY=hush\n')
    const first = await open(folder)
    const session = await begin(first)
    await first.driver.stop()
    const file = join(first.home, `sessions/${session}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"readFileRequests": []', '"readFileRequests": [".env"]'))
    const run = await open(folder)
    const { text } = await run.ask<Outbox>('choose', { session, leaveOut: [], attach: [] })
    expect(text).toContain("--- .env ---\n(File '.env' was not given: it may hold secrets, and the operator has not agreed)\n")
    expect(text).not.toContain('hush')
    expect((await run.ask<Outbox>('choose', { session, leaveOut: [], attach: ['.env'] })).text).toContain('KEY=hush')
  })

  it('what a file of the home says about the mode gives no permission', async () => {
    const folder = tempFolder()
    const { gate } = strictGate()
    const first = await open(folder, gate)
    const session = await begin(first)
    await first.driver.stop()
    const settings = join(first.home, `sessions/${session}/settings.json`)
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"ask"', '"all"'))
    const run = await open(folder, gate)
    drop(run.home, 'r.txt', reply)
    await seen(() => expect(run.view().sessions[0]).toMatchObject({ sequence: 2 }))
    expect([existsSync(join(folder, 'a.txt')), existsSync(join(folder, 'b.txt'))]).toEqual([false, false])
  })

  it('of an incomplete reply the complete commands are applied, the rest never is, and the LLM gets the reason', async () => {
    const folder = tempFolder()
    const run = await open(folder)
    const session = await begin(run)
    await run.ask('mode', { session, mode: 'all' })
    drop(run.home, 'r.txt', `${create('a.txt', 'x')}[CREATE_FILE path="b.txt"]\nhalf\n[RUN_COMMAND]\ntouch never\n[/RUN_COMMAND]`)
    await seen(() => expect(run.view().sessions[0]).toMatchObject({ sequence: 2 }))
    expect(readdirSync(folder).toSorted()).toEqual(['.codingagent', 'a.txt'])
    const { text } = await run.ask<Outbox>('outbox', { session, sequence: 2 })
    expect(text).toContain(
      "[OK] CREATE_FILE: Created 'a.txt'\n[FAILED] PARSE_ERROR: CREATE_FILE on line 4 has no closing tag [/CREATE_FILE]",
    )
  })

  it.each([
    ['holds no command', 'Sorry, no.'],
    ['has its commands in a list', '- [READ_FILE path="a"]\n- [READ_FILE path="b"]'],
  ])('a reply that %s waits for the operator', async (_what, text) => {
    const run = await open(tempFolder())
    const session = await begin(run)
    await run.ask('mode', { session, mode: 'all' })
    drop(run.home, 'r.txt', text)
    await seen(() => expect(run.view().sessions[0]?.rounds[0]?.state).toBe('replied'))
    // The next reply is shown as waiting when the pass that has seen it has decided about the first.
    drop(run.home, 'next.txt', reply)
    await seen(() => expect(run.view().waiting?.map(({ file }) => file)).toEqual(['next.txt']))
    expect(run.view().sessions[0]).toMatchObject({ sequence: 1 })
  })
})
