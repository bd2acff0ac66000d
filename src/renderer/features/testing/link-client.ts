import type { Output } from '../../../api/contract.ts'
import { ok, type Result } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { createMockClient, type MockClient } from './client-mock.ts'
import { fixtureLink, fixtureState } from './fixtures.ts'

/** A link in memory: what it shows, and its answers to calls. */
export interface FixtureLink {
  readonly link: Link
  view(): unknown
  /** An answer, or a result with the fault. */
  call(method: string, input: never): unknown
}

export interface LinkClient extends MockClient {
  /** Pushes what the links show now. */
  show(): void
  /** Replaces the answer to a method of every link; `undefined` restores it. */
  answer(method: string, how: ((input: never) => unknown) | undefined): void
}

/** An engine with these links and a chat link. */
export function createLinkClient(...links: readonly FixtureLink[]): LinkClient {
  const others = new Map<string, (input: never) => unknown>()
  const views = (): { link: string; view: unknown }[] => links.map((one) => ({ link: one.link.id, view: one.view() }))
  const client = createMockClient({
    state: { ...fixtureState, links: [fixtureLink, ...links.map((one) => one.link)], views: views() },
    handlers: {
      'links.call': async ({ link, method, input }): Promise<Result<Output<'links.call'>>> => {
        const own = links.find((one) => one.link.id === link)
        const answer = await (others.get(method)?.(input as never) ?? own?.call(method, input as never))
        const isFailure = typeof answer === 'object' && answer !== null && 'ok' in answer
        return isFailure ? (answer as Result<never>) : ok({ output: answer })
      },
    },
  })
  return {
    ...client,
    show: () => client.setState({ views: views() }),
    answer: (method, how) => void (how === undefined ? others.delete(method) : others.set(method, how)),
  }
}
