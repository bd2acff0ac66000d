import type { AgentName } from './agent.ts'
import type { Conversation } from './conversation.ts'
import { isGroupAddress } from './names.ts'

/** A name on a link; silent: it was only ever written to. */
export type KnownName = Pick<AgentName, 'source' | 'name' | 'silent'>

/** What is known when a message is about to be addressed. */
export interface LinkChoice {
  /** Links that it can go by, in their own order. */
  readonly links: readonly string[]
  /** Names as the links know them. */
  readonly names: readonly KnownName[]
  readonly conversations: readonly Pick<Conversation, 'source' | 'members' | 'lastOrd'>[]
  readonly operator: string
  /** The link that is on the screen, or that the operator chose before. */
  readonly preferred?: string | undefined
}

/**
 * The link by which a message to these names goes: where most of them were heard; of several, the preferred one, else the one used last to write
 * to them, else the one used last at all. Undefined: there is no link.
 */
export function chooseLink(to: readonly string[], choice: LinkChoice): string | undefined {
  const { links, names, conversations, operator, preferred } = choice
  const isMe = (name: string): boolean => name === operator
  const ranks = links.map((source) => {
    const here = conversations.filter((one) => one.source === source)
    const withThem = here.filter(({ members }) => members.some((member) => to.some((name) => isSame(member, name))))
    const written = to.map((name) => knownAs(name, source, names))
    return {
      source,
      rank: [
        written.filter((known, at) => known?.silent === false && known.name === to[at]).length,
        Number(source === preferred),
        written.filter((known) => known?.silent === false).length,
        written.filter((known) => known !== undefined).length,
        newest(withThem.filter(({ members }) => members.some(isMe))),
        newest(withThem),
        newest(here.filter(({ members }) => members.some(isMe))),
        newest(here),
      ],
    }
  })
  return ranks.toSorted((a, b) => compare(b.rank, a.rank))[0]?.source
}

/** A name that a link does not know, the spelling that it does know, and the links where somebody of that name was heard. */
export interface Stranger {
  readonly name: string
  readonly spelled?: string
  readonly elsewhere: readonly string[]
}

/** Names that nobody has on a link, or that were only ever written to there while their bearer is heard elsewhere. Groups are no names. */
export function strangersOn(
  source: string,
  names: readonly string[],
  { links, names: known }: Pick<LinkChoice, 'links' | 'names'>,
): Stranger[] {
  return names
    .filter((name) => !isGroupAddress(name))
    .flatMap((name) => {
      const here = knownAs(name, source, known)
      const elsewhere = links.filter((link) => link !== source && knownAs(name, link, known)?.silent === false)
      const isKnown = here?.name === name && (!here.silent || elsewhere.length === 0)
      if (isKnown) return []
      return [{ name, elsewhere, ...(here !== undefined && here.name !== name && { spelled: here.name }) }]
    })
}

/** A name as a link knows it, of several spellings the given one first. */
function knownAs(
  name: string,
  source: string,
  names: readonly KnownName[],
): { readonly name: string; readonly silent: boolean } | undefined {
  const found = names.filter((one) => one.source === source && isSame(one.name, name))
  const best = found.find((one) => one.name === name) ?? found[0]
  return best && { name: best.name, silent: best.silent === true }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function newest(conversations: readonly Pick<Conversation, 'lastOrd'>[]): number {
  return conversations.reduce((last, { lastOrd }) => Math.max(last, lastOrd), Number.NEGATIVE_INFINITY)
}

/** Compares number by number; equal ones leave the order as it was. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) > (b[at] ?? 0) ? 1 : -1
}
