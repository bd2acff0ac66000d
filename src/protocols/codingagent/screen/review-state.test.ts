import { expect, test, vi } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import type { LinkAnswers } from '../../../renderer/features/testing/link-calls.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import type { Round } from '../pure/api.ts'
import { openSessionOf } from './open-session.ts'
import { applyObstacle, lostText, reviewOf } from './review-state.ts'
import { createHomeClient, fixtureHome, fixtureRound, fixtureSession } from './session-fixtures.ts'
import { codingAgentOf } from './slices.ts'
import type { State } from './slices.ts'
import { testStore } from './testing.ts'

const [one, two] = ['0000000a', '0000000b']
const replyOf = (round: Round): NonNullable<Round['reply']> =>
  round.reply ?? { number: 1, text: '', characters: 0, at: 0, from: 'clipboard' }
const planOf = (round: Round): NonNullable<Round['plan']> => round.plan ?? { hash: '', rows: [], repairs: 0, lint: [], prose: [] }
const plans = (session: string): Round => ({
  ...fixtureRound,
  session,
  plan: { ...planOf(fixtureRound), hash: `plan of ${session}` },
})

interface Started {
  readonly client: MockClient
  readonly now: () => State
  go(session: string): Promise<void>
}

/** Two sessions whose third reply waits for its review; the first is on screen. `answers` say what else is answered. */
async function started(answers: LinkAnswers): Promise<Started> {
  const sessions = [one, two].map((id) => ({ ...fixtureSession, id }))
  const client = createHomeClient({ round: ({ session }: Round) => plans(session), ...answers }, { ...fixtureHome, sessions, active: one })
  const store = testStore(client)
  await store.getState().start()
  const now = (): State => codingAgentOf(store.getState())
  const go = async (session: string): Promise<void> => {
    now().openSession('l9', session)
    await now().loadRound()
    expect(openSessionOf(now())?.row?.id).toBe(session)
  }
  await vi.waitFor(() => expect(openSessionOf(now())?.row?.id).toBe(one))
  await now().loadRound()
  return { client, now, go }
}

/** The same, with the second session on screen while Apply runs in the first. `end` answers it. */
async function applying(): Promise<Started & { readonly applied: Promise<void>; readonly end: (answer: unknown) => void }> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const room = await started({ apply: () => promise })
  const applied = room.now().applyPlan(true)
  await vi.waitFor(() => expect(asked(room.client, 'apply')).toHaveLength(1))
  await room.go(two)
  room.now().editRow(4, 'npm test')
  return { ...room, applied, end: resolve }
}

test('a choice goes to the round that it was made in, also while one of another session is being stored', async () => {
  const stored = Promise.withResolvers<Round>()
  const { client, now, go } = await started({
    decide: ({ session }: Round) => (session === one ? stored.promise : plans(session)),
    apply: ({ session }: Round) => ({ ...plans(session), state: 'applied' }),
  })
  now().decideRows([{ index: 1, apply: false }])
  now().decideRows([{ index: 2, apply: false }])
  await go(two)
  now().decideRows([{ index: 4, apply: false }])
  stored.resolve(plans(one))
  await vi.waitFor(() => expect(asked(client, 'decide')).toHaveLength(3))
  expect(asked(client, 'decide')).toEqual([
    { session: one, sequence: 3, reply: 1, choices: [{ index: 1, apply: false }] },
    { session: one, sequence: 3, reply: 1, choices: [{ index: 2, apply: false }] },
    { session: two, sequence: 3, reply: 1, choices: [{ index: 4, apply: false }] },
  ])
})

test('Apply is for the round on screen when it was pressed', async () => {
  const stored = Promise.withResolvers<Round>()
  const { client, now, go } = await started({ decide: () => stored.promise })
  now().decideRows([{ index: 1, apply: false }])
  const applied = now().applyPlan(true)
  const repaired = now().repairReply()
  const tried = now().dryRun()
  await go(two)
  stored.resolve(plans(one))
  await Promise.all([applied, repaired, tried])
  for (const method of ['apply', 'repair', 'dryRun']) expect(asked(client, method), method).toEqual([])
})

test('what comes of an action stays with its session', async () => {
  const { now, applied, end } = await applying()
  now().holdReply({ text: 'begun', warnings: [] })
  end(fail('unavailable', 'The disk is full.'))
  await applied
  expect(now().session.fault).toBeUndefined()
  expect(now().toasts.map(({ detail }) => detail)).toContain('The disk is full.')
  expect([reviewOf(now()).edits.get(4), now().held?.text]).toEqual(['npm test', 'begun'])
})

test('an apply that ends after another session was opened leaves its edits and the clipboard alone', async () => {
  const { client, now, applied, end } = await applying()
  end({ ...plans(one), state: 'applied' })
  await applied
  expect(reviewOf(now()).edits.get(4)).toBe('npm test')
  expect(asked(client, 'copied')).toEqual([])
  expect(now().toasts.map(({ text }) => text)).toEqual(['Round 3 applied'])
})

test('a reply that is taken after another session was opened leaves the text there alone', async () => {
  const end = Promise.withResolvers<unknown>()
  const { client, now, go } = await started({ paste: () => end.promise, discard: ({ session }: Round) => plans(session) })
  const taken = now().takeReply('[DONE]\nfinished\n[/DONE]', true)
  await vi.waitFor(() => expect(asked(client, 'paste')).toHaveLength(1))
  await go(two)
  now().holdReply({ text: 'begun', warnings: [] })
  end.resolve(plans(one))
  await taken
  expect(now().held?.text).toBe('begun')
})

test('a text that was being written for a row never meets the row of another reply', async () => {
  let round = plans(one)
  const { client, now } = await started({ round: () => round })
  now().editRow(1, 'text of a file')
  round = { ...round, reply: { number: 2, text: '', characters: 0, at: 0, from: 'clipboard' } }
  await now().loadRound()
  expect([reviewOf(now()).edits.size, lostText(now())]).toEqual([0, 'text of a file'])
  now().moveRow(1)
  expect(lostText(now())).toBe('text of a file')
  // The key that would have stored the text also applies.
  await now().applyPlan(true)
  expect(asked(client, 'apply')).toEqual([])
  now().acceptReply()
  expect([lostText(now()), applyObstacle(now())]).toEqual([undefined, undefined])
  now().decideRows([{ index: 1, apply: false }])
  await vi.waitFor(() =>
    expect(asked(client, 'decide')).toEqual([{ session: one, sequence: 3, reply: 2, choices: [{ index: 1, apply: false }] }]),
  )
})

test('a reply that takes the place of the one under review is not applied before it was looked at', async () => {
  let round = plans(one)
  const { client, now } = await started({ round: () => round, repair: () => ({ ...round, reply: { ...replyOf(round), number: 3 } }) })
  round = { ...round, reply: { ...replyOf(round), number: 2 }, plan: { ...planOf(round), repairs: 1 } }
  await now().loadRound()
  expect(applyObstacle(now())).toBe('Another reply came. Look at it first.')
  await now().applyPlan(true)
  now().decideRows([{ index: 1, apply: false }])
  expect([...asked(client, 'apply'), ...asked(client, 'decide')]).toEqual([])
  now().acceptReply()
  expect(applyObstacle(now())).toBeUndefined()
  await now().repairReply()
  expect(applyObstacle(now())).toBeUndefined()
})

test('a key that was pressed before the screen knew of another reply does not apply that one', async () => {
  let round = plans(one)
  const { client, now } = await started({
    round: () => round,
    decide: () => fail('conflict', 'Another reply came.'),
    dryRun: () => round,
  })
  round = { ...round, reply: { ...replyOf(round), number: 2 } }
  now().decideRows([{ index: 1, apply: false }])
  await now().applyPlan(true)
  expect(asked(client, 'apply')).toEqual([])
  expect(applyObstacle(now())).toBe('Another reply came. Look at it first.')
  now().acceptReply()
  round = { ...round, reply: { ...replyOf(round), number: 3 } }
  await now().dryRun()
  expect(applyObstacle(now())).toBe('Another reply came. Look at it first.')
})

test('a reply to a round of another session took the place of nothing', async () => {
  let shown = 2
  const { client, now } = await started({
    round: (at: Round) => ({ ...plans(at.session), reply: { ...replyOf(fixtureRound), number: shown } }),
  })
  shown = 1
  // What is shown by default follows the active session.
  const sessions = [one, two].map((id) => ({ ...fixtureSession, id }))
  client.setState({ views: [{ link: 'l9', view: { ...fixtureHome, sessions, active: two } }] })
  await vi.waitFor(() => expect(openSessionOf(now())?.row?.id).toBe(two))
  await now().loadRound()
  expect(applyObstacle(now())).toBeUndefined()
})

test('who applies what another window has just applied is told so', async () => {
  let round = plans(one)
  const { now } = await started({ round: () => round, apply: () => fail('conflict', 'The plan has changed since you saw it.') })
  round = { ...round, state: 'applied' }
  await now().applyPlan(true)
  expect(now().session.fault?.fault.message).toBe('Round 3 was applied elsewhere first. You applied nothing: check its results.')
  expect(reviewOf(now()).changed).toEqual([])
})

const markedRound = (mark: string): (typeof fixtureSession.rounds)[number] => ({ sequence: 3, state: 'replied', failed: 0, decided: mark })

test('what another window decides is shown; what this one decides is not asked for again', async () => {
  const decided = (mark: string): void =>
    client.setState({
      views: [
        { link: 'l9', view: { ...fixtureHome, active: one, sessions: [{ ...fixtureSession, id: one, rounds: [markedRound(mark)] }] } },
      ],
    })
  const stored = Promise.withResolvers<Round>()
  let read = 'a'
  const { client, now } = await started({
    round: ({ session }: Round) => ({ ...plans(session), decided: read }),
    decide: () => stored.promise,
  })
  const loaded = asked(client, 'round').length
  now().decideRows([{ index: 1, apply: false }])
  decided('b')
  const followed = now().followDecisions()
  stored.resolve({ ...plans(one), decided: 'b' })
  await followed
  expect(asked(client, 'round')).toHaveLength(loaded)
  read = 'c'
  decided('c')
  await now().followDecisions()
  expect(now().session.round?.decided).toBe('c')
})

const withoutReply = ({ reply: _reply, plan: _plan, ...round }: Round): Round => ({ ...round, state: 'open' })

test('a reply that comes after another window discarded the one under review is looked at before it is applied', async () => {
  const replied = (number: number): Round => ({ ...plans(one), reply: { ...replyOf(fixtureRound), number } })
  const answers = [replied(1), withoutReply(plans(one)), replied(2), replied(2)]
  const { now } = await started({ round: ({ sequence }: Round) => (sequence === 3 ? answers.shift() : { ...plans(one), sequence }) })
  await now().loadRound()
  await now().loadRound()
  expect(applyObstacle(now())).toBe('Another reply came. Look at it first.')
  now().acceptReply()
  await now().loadRound()
  expect(applyObstacle(now())).toBeUndefined()
})
