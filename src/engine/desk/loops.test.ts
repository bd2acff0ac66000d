import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskRoom, type DeskRoom } from '../../../test/fakes/desk-room.ts'
import { ok, type Result } from '../../core/fault.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const second = 1_000
let desk: DeskRoom
let held: string[]

beforeEach(async () => {
  desk = await deskRoom()
  held = []
})
afterEach(() => desk.close())

interface Started {
  readonly agent: string
  readonly by: string
  /** The link of the agent. */
  readonly link?: string
  readonly isByPerson?: boolean
  readonly budget?: number
}

/** An agent of this machine with a standing approval is to be started because of a message. */
function start({ agent, by, link = 'link-1', isByPerson = false, budget = 1_000 }: Started): {
  ran: boolean
  readonly done: Promise<Result<void>>
} {
  const actor = { kind: 'agent', name: `${agent} (Fake)`, registration: agent } as const
  valueOf(
    desk.grants.give(
      {
        id: 'x',
        at: 0,
        hidden: [],
        digest: '',
        question: '',
        workspace: 'w',
        source: link,
        actor,
        effect: { kind: 'spawn', target: 'claude', exact: '', pair: true },
      },
      'always',
    ),
  )
  const started = {
    ran: false,
    done: desk.gate.forLink('w', link).perform(
      {
        actor,
        effect: { kind: 'spawn', target: 'claude', exact: 'the prompt', pair: true },
        question: `${agent} asks to run claude`,
        woken: { agent, by, isByPerson, budget, held: (reason) => held.push(reason) },
      },
      () => {
        started.ran = true
        return Promise.resolve(ok(undefined))
      },
    ),
  }
  return started
}

const questions = (): string[] => desk.approvals.list().map(({ question }) => question)
/** Approves the only question, once it has been shown long enough to be read. */
async function approve(): Promise<void> {
  await desk.pass(5 * second)
  const [question] = desk.approvals.list()
  valueOf(await desk.approvals.decide(question?.id ?? '', question?.digest ?? '', { allow: true, scope: 'once' }))
  await desk.pass(second)
}

async function thanks(rounds: number): Promise<void> {
  for (let at = 0; at < rounds; at++) {
    desk.say('a>b: Thanks! Let me know if you need anything else.')
    await desk.pass(3 * second)
    desk.say('b>a: You are welcome, let me know if you need anything.')
    await desk.pass(3 * second)
  }
}

/** They wake each other over two links and say something else each time; nothing of it is in the lanes. */
async function wakeEachOther(times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    const one = start({ agent: 'a', by: 'b', link: 'link-1' })
    const other = start({ agent: 'b', by: 'a', link: 'link-2' })
    await desk.pass(10 * second)
    expect([one.ran, other.ran]).toEqual([true, true])
  }
}

describe('an agent of this machine in a loop is not started by itself (F28)', () => {
  test('although it has a standing approval: the operator is asked, with the reason, and once is once', async () => {
    const before = start({ agent: 'a', by: 'b' })
    await before.done
    expect(before.ran).toBe(true)
    await thanks(3)
    const first = start({ agent: 'a', by: 'b' })
    await desk.pass(2 * second)
    expect(first.ran).toBe(false)
    expect(held).toEqual(['a and b said the same 3 times in 15 s'])
    expect(questions()).toEqual(['a and b said the same 3 times in 15 s. a asks to run claude'])
    await approve()
    expect(first.ran).toBe(true)
    const again = start({ agent: 'a', by: 'b' })
    await desk.pass(2 * second)
    expect([again.ran, questions().length]).toEqual([false, 1])
    const [question] = desk.approvals.list()
    valueOf(await desk.approvals.decide(question?.id ?? '', question?.digest ?? '', { allow: false }))
    expect(await again.done).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(again.ran).toBe(false)
  })

  test('until a person speaks to it: then what was approved counts again, and nothing is asked', async () => {
    await thanks(3)
    const waiting = start({ agent: 'a', by: 'b' })
    await desk.pass(2 * second)
    expect(waiting.ran).toBe(false)
    desk.say('operator>a: Enough, but finish the list.')
    await desk.pass(2 * second)
    expect([waiting.ran, questions()]).toEqual([true, []])
  })

  test('others, and what the operator himself asks it, go on', async () => {
    await thanks(3)
    const started = [start({ agent: 'c', by: 'a' }), start({ agent: 'a', by: 'operator' })]
    await desk.pass(2 * second)
    expect(started.map(({ ran }) => ran)).toEqual([true, true])
  })

  test('whatever they say: two that woke each other eight times over two links wait until the operator lets them go on', async () => {
    await wakeEachOther(8)
    const ninth = start({ agent: 'a', by: 'b', link: 'link-1' })
    await desk.pass(2 * second)
    expect(ninth.ran).toBe(false)
    expect(questions()).toEqual([expect.stringContaining('a → b → a: each woke the next 8 times in 1 min')])
    await approve()
    expect(ninth.ran).toBe(true)
    await wakeEachOther(7)
  })

  test('its budget counts over all links', async () => {
    for (const link of ['link-1', 'link-2', 'link-3']) await start({ agent: 'a', by: 'x', link, budget: 3, isByPerson: true }).done
    const fourth = start({ agent: 'a', by: 'y', link: 'link-4', budget: 3, isByPerson: true })
    await desk.pass(2 * second)
    expect([fourth.ran, held]).toEqual([false, ['a was started 3 times in ten minutes, over all links']])
    await desk.pass(600 * second)
    expect([fourth.ran, questions()]).toEqual([true, []])
  })

  test('and its question is withdrawn with it', async () => {
    await thanks(3)
    const stop = new AbortController()
    const done = desk.gate.forLink('w', 'link-1').perform(
      {
        actor: { kind: 'agent', name: 'a (Fake)', registration: 'a' },
        effect: { kind: 'spawn', target: 'claude', exact: 'the prompt', pair: true },
        question: 'a asks to run claude',
        signal: stop.signal,
        woken: { agent: 'a', by: 'b', isByPerson: false, budget: 9, held: () => undefined },
      },
      () => Promise.resolve(ok(undefined)),
    )
    await desk.pass(second)
    expect(questions()).toHaveLength(1)
    stop.abort()
    expect(await done).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(questions()).toEqual([])
  })
})
