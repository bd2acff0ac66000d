import type { AgentName } from './agent.ts'
import type { Conversation } from './conversation.ts'
import { isGroupAddress } from './names.ts'

/** A name on a link; silent: messages were addressed to it, but it never sent one. */
export type KnownName = Pick<AgentName, 'source' | 'name' | 'silent'>

/** What is known when a message is about to be addressed. */
export interface LinkChoice {
  /** The candidate links, in their own order. */
  readonly links: readonly string[]
  /** Names as the links know them. */
  readonly names: readonly KnownName[]
  readonly conversations: readonly Pick<Conversation, 'source' | 'members' | 'lastOrd'>[]
  readonly operator: string
  /** The link on the screen, or the operator's earlier choice. */
  readonly preferred?: string | undefined
}

/**
 * The link for a message to these names: the one where most of them were heard; if several, the preferred one, else the one last used to write
 * to them, else the one last used at all. Without names: the preferred one, else the first. Undefined: there is no link.
 */
export function chooseLink(to: readonly string[], choice: LinkChoice): string | undefined {
  const { links, names, conversations, operator, preferred } = choice
  // What others write must not change the link under the operator's hands.
  if (to.length === 0) return links.find((source) => source === preferred) ?? links[0]
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

/** A name unknown to a link, the spelling that the link does know, and the links where an agent of that name was heard. */
export interface Stranger {
  readonly name: string
  readonly spelled?: string
  readonly elsewhere: readonly string[]
}

/** Names unknown on a link, or never heard there while an agent of that name is heard elsewhere. Group addresses are not names. */
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

/** A name as a link knows it; among several spellings, an exact match comes first. */
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

/** Compares number by number; 0 for equal lists, which keeps the order. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) > (b[at] ?? 0) ? 1 : -1
}
