import { describe, expect, it } from 'vitest'
import { said, streamed } from '../../../../test/fakes/jaibber-messages.ts'
import { chainWords, decide, type Decision } from './guard.ts'
import type { JaibberMessage } from './message.ts'

const ask = (message: JaibberMessage, more: { maxDepth?: number; budgetLeft?: number; agentName?: string } = {}): Decision =>
  decide({ message, agentName: 'Coder', maxDepth: 3, budgetLeft: 1, names: ['Reviewer', 'Tester'], ...more })
const chained = (...chain: string[]): JaibberMessage =>
  said('@Coder go on', {
    type: 'response',
    isAgentMessage: true,
    agentName: 'Reviewer',
    responseDepth: chain.length,
    respondingChain: chain,
  })

describe('an agent answers (Loop Prevention)', () => {
  it('a mention, one level deeper and last in the chain', () => {
    expect(ask(said('hey @coder'))).toEqual({ answer: true, depth: 1, chain: ['coder'] })
    expect(ask(chained('tester', 'reviewer'))).toEqual({ answer: true, depth: 3, chain: ['tester', 'reviewer', 'coder'] })
    expect(ask({ ...chained('reviewer'), type: 'done' })).toMatchObject({ answer: true })
  })

  it('not without a mention, with no other reason', () => {
    expect(ask(said('hey Coder'))).toMatchObject({ answer: false, reason: 'mention' })
    expect(ask({ ...chained('a', 'b', 'coder'), text: 'hey' }, { budgetLeft: 0 })).toMatchObject({ answer: false, reason: 'mention' })
  })

  it('not at the maximum depth, with the chain in the reason', () => {
    const words = 'depth 3 reached: Tester → writer → Reviewer → Coder'
    expect(ask(chained('tester', 'writer', 'reviewer'))).toEqual({ answer: false, reason: 'depth', words })
    expect(ask(chained('tester', 'reviewer'), { maxDepth: 2 })).toMatchObject({ answer: false, reason: 'depth' })
    expect(ask(chained('tester', 'writer', 'reviewer'), { maxDepth: 4 })).toMatchObject({ answer: true, depth: 4 })
  })

  it('not twice in a chain, in any case of its name', () => {
    const words = 'Coder has answered in this chain: Coder → Reviewer → Coder'
    expect(ask(chained('coder', 'reviewer'))).toEqual({ answer: false, reason: 'chain', words })
    expect(ask(chained('CODER', 'reviewer'))).toMatchObject({ answer: false, reason: 'chain' })
  })

  it('not more often than allowed', () => {
    expect(ask(said('@Coder'), { budgetLeft: 0 })).toMatchObject({ answer: false, reason: 'budget' })
  })

  it.each(['response', 'message'])('not itself in a %s, even where the chain hides that', (type) => {
    const own = said('@Coder again', { type, agentName: 'coder', isAgentMessage: true, respondingChain: [] })
    expect(ask(own)).toMatchObject({ answer: false, reason: 'own' })
  })

  it.each(['typing', 'chunk', 'error', 'deregister', 'task-created'] as const)('no %s', (type) => {
    expect(ask(said('@Coder', { type }))).toMatchObject({ answer: false, reason: 'kind' })
  })

  it('no task news', () => {
    expect(ask(said('@Coder', { isTaskNotification: true }))).toMatchObject({ answer: false, reason: 'kind' })
  })

  it('by the larger of the claimed depth and chain', () => {
    expect(ask({ ...chained('a', 'b', 'c'), responseDepth: 0 })).toMatchObject({ answer: false, reason: 'depth' })
    expect(ask({ ...chained('a'), responseDepth: 3 })).toMatchObject({ answer: false, reason: 'depth' })
    for (const responseDepth of [-5, Number.NaN, Number.NEGATIVE_INFINITY])
      expect(ask({ ...chained('a'), responseDepth })).toMatchObject({ answer: true, depth: 2 })
    expect(ask({ ...chained(), responseDepth: 2.5 })).toMatchObject({ answer: false, reason: 'depth' })
    expect(ask(streamed('response', '@Coder'), { agentName: 'Coder' })).toMatchObject({ answer: false })
  })
})

it('a long chain is shown with its ends', () => {
  const chain = Array.from({ length: 200 }, (_, at) => `agent${at}`)
  expect(chainWords(chain, [])).toBe('agent0 → agent1 → agent2 → … → agent197 → agent198 → agent199')
  expect(chainWords(['x'.repeat(500)], []).length).toBe(64)
})

/** Answers in a graph; `mentions[a]` says by bits whom the agent a mentions. The start mentions all. */
function answersIn(next: Int32Array, mentions: Uint8Array, chain = 0, mentioned = 31): number {
  let sum = 0
  for (let agent = 0; agent < 5; agent++) {
    if (((mentioned >> agent) & 1) === 0) continue
    const after = next[chain * 5 + agent] ?? -1
    if (after >= 0) sum += 1 + answersIn(next, mentions, after, mentions[agent])
  }
  return sum
}

/** Whom an agent mentions as bits: `others` says it of the other four, and it mentions itself too, which is refused. */
function rowOf(others: number, agent: number): number {
  return ((others >> agent) << (agent + 1)) | (others & ((1 << agent) - 1)) | (1 << agent)
}

describe('chains of agents', () => {
  const agents = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk']
  const everybody = agents.map((name) => `@${name}`).join(' ')

  /** What an agent does in a chain is the same in every graph in which it is mentioned: each such state is decided once, by the guard itself. */
  function decisions(maxDepth: number): { readonly next: Int32Array; readonly chains: readonly (readonly string[])[] } {
    const chains: (readonly string[])[] = [[]]
    const numbers = new Map([['', 0]])
    const next: number[] = []
    for (let at = 0; at < chains.length; at++) {
      const chain = chains[at] ?? []
      for (const [agent, agentName] of agents.entries()) {
        const message =
          at === 0
            ? said(everybody)
            : said(everybody, { type: 'response', isAgentMessage: true, responseDepth: chain.length, respondingChain: [...chain] })
        const decision = decide({ message, agentName, maxDepth, budgetLeft: 1 })
        expect(decide({ message: { ...message, text: 'nobody' }, agentName, maxDepth, budgetLeft: 1 }).answer).toBe(false)
        next[at * agents.length + agent] = -1
        if (!decision.answer) continue
        expect(decision.depth).toBe(chain.length + 1)
        const key = decision.chain.join()
        const number = numbers.get(key) ?? chains.push(decision.chain) - 1
        numbers.set(key, number)
        next[at * agents.length + agent] = number
      }
    }
    return { next: Int32Array.from(next), chains }
  }

  it.each([1, 2, 3, 4, 5, 6])('are never longer than %i and never contain an agent twice (F10)', (maxDepth) => {
    for (const chain of decisions(maxDepth).chains) {
      expect(chain.length).toBeLessThanOrEqual(maxDepth)
      expect(new Set(chain).size).toBe(chain.length)
    }
  })

  it('end in every graph of five agents, and no answer that the rule allows is missing (F10)', async ({ annotate }) => {
    const graphs = 2 ** 20
    const { next } = decisions(6)
    const mentions = new Uint8Array(5)
    let sum = 0
    // Whom Ant mentions can be renamed to the first of the others: five rows stand for all sixteen.
    for (const [row, count] of [
      [0b0000, 1],
      [0b0001, 4],
      [0b0011, 6],
      [0b0111, 4],
      [0b1111, 1],
    ] as const) {
      mentions[0] = rowOf(row, 0)
      for (let graph = 0; graph < 2 ** 16; graph++) {
        for (let agent = 1; agent < 5; agent++) mentions[agent] = rowOf((graph >> (agent * 4 - 4)) & 15, agent)
        sum += count * answersIn(next, mentions)
      }
    }
    // A path of k agents is in every graph that has its k - 1 mentions: 5 · 4 · … paths, each in one of 2^(k-1) graphs.
    const paths = [5, 20, 60, 120, 120]
    expect(sum).toBe(paths.reduce((total, count, at) => total + (count * graphs) / 2 ** at, 0))
    await annotate(`all ${graphs.toLocaleString('en-US')} graphs of 5 agents, to depth 6`, 'F10')
  })
})
