import { neverHalted, type LinkHalt } from '../../src/core/halt.ts'
import { join } from 'node:path'
import { afterEach, expect, vi } from 'vitest'
import type { NewEvent } from '../../src/core/event.ts'
import { fail } from '../../src/core/fault.ts'
import type { Result } from '../../src/core/fault.ts'
import type { LinkStatus } from '../../src/core/link.ts'
import type { Confirmation, Gate, LinkDriver } from '../../src/core/protocol.ts'
import { codingAgentProtocol } from '../../src/protocols/codingagent/index.ts'
import { homeMethods, homeViewSchema } from '../../src/protocols/codingagent/pure/api.ts'
import type { HomeView } from '../../src/protocols/codingagent/pure/api.ts'
import { fakeLinkContext, openGate } from './link-context.ts'

/** The operator, who has seen what will be done. */
export const call = { actor: { kind: 'operator', name: 'mira' }, confirmed: {} as Confirmation } as const

/** A running link on a session home. */
export interface HomeRun {
  readonly driver: LinkDriver
  readonly events: NewEvent[]
  readonly home: string
  view(): HomeView
  lamp(): Omit<LinkStatus, 'since'> | undefined
  ask<T>(method: keyof typeof homeMethods, input: object): Promise<T>
  tried(method: keyof typeof homeMethods, input: object): Promise<Result<unknown>>
}

/** Links on session homes, stopped after each test. */
export function useHomeLinks(): { open(folder: string, gate?: Gate, halt?: LinkHalt): Promise<HomeRun> } {
  const running: LinkDriver[] = []
  afterEach(async () => {
    for (const driver of running.splice(0)) await driver.stop()
  })

  async function open(folder: string, gate: Gate = openGate, halt: LinkHalt = neverHalted): Promise<HomeRun> {
    const events: NewEvent[] = []
    const views: unknown[] = []
    const statuses: Omit<LinkStatus, 'since'>[] = []
    const context = fakeLinkContext({
      workspacePath: folder,
      emit: (more) => void events.push(...more),
      show: (view) => void views.push(view),
      status: (status) => void statuses.push(status),
      operator: () => 'mira',
      gate,
      halt,
    })
    const driver = codingAgentProtocol.openLink(context, { home: '.codingagent', workspace: '.' })
    running.push(driver)
    driver.start()
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(1))
    const tried: HomeRun['tried'] = async (method, input) => (await driver.call?.(method, input, call)) ?? fail('internal', 'no call')
    return {
      driver,
      events,
      home: join(folder, '.codingagent'),
      view: () => homeViewSchema.parse(views.at(-1)),
      lamp: () => statuses.at(-1),
      tried,
      async ask<T>(method: keyof typeof homeMethods, input: object) {
        const answer = await tried(method, input)
        if (!answer.ok) throw new Error(answer.fault.message)
        return homeMethods[method].output.parse(answer.value) as T
      },
    }
  }

  return { open }
}

/** Starts a session; its id. */
export async function begin(run: HomeRun, task = 'Make a calculator'): Promise<string> {
  return (await run.ask<{ session: string }>('new', { task })).session
}
/** A command of a reply. */
export const create = (path: string, text: string): string => `[CREATE_FILE path="${path}"]\n${text}\n[/CREATE_FILE]\n`
/** Waits until the check passes. */
export const seen = <T>(check: () => T): Promise<T> => vi.waitFor(check, { interval: 10 })
