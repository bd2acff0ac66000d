import { expect, it } from 'vitest'
import { emptyDesk } from '../../test/fakes/empty-desk.ts'
import type { WorkspaceState } from './contract.ts'
import { ReceivedStates, SentStates } from './state-change.ts'
import type { WirePush } from './state-change.ts'

const info = { id: 'w', path: '/w', name: 'w', operator: 'operator', operatorAsked: true, openedAt: 0, demo: false }

/** A state that the engine goes on changing in place, as a careless engine would. */
function openState(conversations: number): { readonly state: WorkspaceState; message(to: number): void } {
  const lists = { unusable: {}, agents: [], guesses: [], links: [], commands: [], approvals: [], desk: emptyDesk }
  const state: WorkspaceState = {
    type: 'state',
    workspace: 'w',
    cursor: 0,
    info,
    messages: 0,
    today: 0,
    forYou: 0,
    ...lists,
    conversations: Array.from({ length: conversations }, (_, index) => ({
      id: `s|${index}`,
      source: 's',
      protocol: 'chat',
      key: `agent${index}⇄operator`,
      members: [`agent${index}`, 'operator'],
      count: 0,
      unread: 0,
      lastOrd: 0,
      lastAt: 0,
    })),
    views: [{ link: 's', view: { tasks: [{ id: 't', title: 'one' }] } }],
  }
  return {
    state,
    message(to) {
      state.cursor++
      state.messages++
      const at = state.conversations.findIndex(({ id }) => id === `s|${to}`)
      const [one] = state.conversations.splice(at, 1)
      if (one === undefined) throw new Error('unknown')
      state.conversations.unshift(Object.assign(one, { count: one.count + 1, lastOrd: state.cursor }))
    },
  }
}

/** As a wire carries it. */
const carried = (push: WirePush): WirePush => JSON.parse(JSON.stringify(push)) as WirePush

it('the state after any changes is the whole state, for much less than the whole state each time', () => {
  const { state, message } = openState(500)
  const [sent, received] = [new SentStates(), new ReceivedStates()]
  let [bytes, pushes] = [0, 0]
  for (let round = 0; round < 200; round++) {
    for (let count = 0; count < round % 4; count++) message((round * 7919 + count * 31) % 500)
    if (round === 50) state.conversations.pop()
    if (round === 60) state.more = { conversations: 1, agents: 0 }
    if (round === 70) delete state.more
    const push = sent.next(state)
    if (push === undefined) continue
    pushes++
    if (round > 0) bytes += JSON.stringify(push).length
    expect(received.read(carried(push))).toEqual(JSON.parse(JSON.stringify(state)))
  }
  expect(pushes).toBeGreaterThan(150)
  expect(bytes / 200).toBeLessThan(JSON.stringify(state).length / 100)
})

it('nothing is sent while nothing changes', () => {
  const { state } = openState(3)
  const sent = new SentStates()
  expect(sent.next(state)).toBe(state)
  expect(sent.next(structuredClone(state))).toBeUndefined()
})

it('a missing change, one too many, or one before the first state starts the subscription over', () => {
  const { state, message } = openState(3)
  const sent = new SentStates()
  const next = (): WirePush => {
    message(1)
    const push = sent.next(state)
    if (push === undefined) throw new Error('nothing to send')
    return carried(push)
  }
  const [whole, first, second, third] = [next(), next(), next(), next()]
  expect(new ReceivedStates().read(first)).toBeUndefined()
  const received = new ReceivedStates()
  expect(received.read(whole)).toBeDefined()
  expect(received.read(first)).toBeDefined()
  expect(received.read(first)).toBeUndefined()
  expect(received.read(third)).toBeUndefined()
  expect(received.read(second)).toBeDefined()
  expect(received.read({ type: 'change', workspace: 'w', number: 3, change: { items: [] } })).toBeUndefined()
})
