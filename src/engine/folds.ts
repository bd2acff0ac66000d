import type { Agent, NameGuess } from '../core/agent.ts'
import { conversationOf, foldConversations, type ConversationsFold, type ConversationsSnapshot } from '../core/fold/conversations.ts'
import { foldCounts, type CountsFold, type CountsSnapshot } from '../core/fold/counts.ts'
import { agentOf, agentsOf } from '../core/fold/agents.ts'
import type { DownSince } from '../core/fold/status.ts'
import { guessNames } from '../core/fold/guesses.ts'
import { foldNames, nameKey, type NamesFold, type NamesSnapshot } from '../core/fold/names.ts'
import { foldUnread, type UnreadPart, type UnreadSnapshot } from '../core/fold/unread.ts'
import type { Conversation } from '../core/conversation.ts'
import { isMessage, type Event } from '../core/event.ts'
import { limits } from '../core/limits.ts'
import type { Services } from './services.ts'
import { localDayStart } from './day-start.ts'
import { openForYou } from './for-you.ts'
import { openUnusable } from './unusable.ts'
import { tryJournal } from './journal-fault.ts'

/** Increment when a fold's meaning or snapshot changes: snapshots of another version are rebuilt from the journal. */
const version = 2
const foldName = 'workspace'
const snapshotEvery = 5_000
/** What came since the last snapshot has at least so many times its size: saving stays a small part of what is written. */
const snapshotWorth = 10
const rebuildPage = 2_000
/** Unread positions that a search gets at once. */
const unreadPiece = 10_000

interface Snapshot {
  readonly conversations: ConversationsSnapshot
  readonly names: NamesSnapshot
  readonly counts: CountsSnapshot
}

/** As version 1 had it: all unread positions, by conversation and sender, in one value. */
interface EarlierSnapshot extends Snapshot {
  readonly unread: readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[]
}

/** Everything that a screen shows of a workspace and that is derived from its events, read marks and aliases. */
export interface WorkspaceFolds {
  /** Adds stored events, in cursor order. */
  apply(events: readonly Event[]): void
  readonly conversations: ConversationsFold
  readonly names: NamesFold
  readonly counts: CountsFold
  /** Marks these conversations as read up to `upTo` (a display position). Never moves a mark back. */
  markRead(conversations: readonly string[], upTo: number): void
  /** Marks this message and all later ones of its conversation as unread. */
  markUnread(event: Event): void
  /** Marks everything of the source up to a display position as read, in every conversation. Never moves a mark back. */
  markSourceRead(source: string, upTo: number): void
  alias(name: string, agent: string | undefined): void
  aliases(): ReadonlyMap<string, string>
  /** Keys of the operator's names, on any source. */
  own(operator: string): ReadonlySet<string>
  /** The next display positions below `below` of the operator's unread messages, newest first; none: there are no more. */
  unreadBelow(operator: string, below: number): number[]
  /** Conversations in which every unread message is addressed to the operator: reading those messages reads them all. */
  onlyForYou(operator: string): string[]
  /** The lists as of now; `operator` is the operator's name. */
  view(operator: string, downSince: DownSince): FoldView
  save(): void
}

export interface FoldView {
  readonly messages: number
  readonly today: number
  readonly conversations: Conversation[]
  /** Unread messages addressed to the operator. */
  readonly forYou: number
  /** Number of unusable inputs per link id. */
  readonly unusable: Readonly<Record<string, number>>
  readonly agents: Agent[]
  /** When an agent's status next changes by itself, ms. */
  readonly changesAt: number | undefined
  readonly guesses: NameGuess[]
  /** How many the lists leave out. */
  readonly more: { readonly conversations: number; readonly agents: number }
}

/** Opens the folds of a workspace: the saved snapshot plus the events since. */
export function openFolds(services: Pick<Services, 'journal' | 'now' | 'log'>, workspace: string): WorkspaceFolds {
  const { journal } = services
  const marks = journal.readMarks(workspace)
  const aliases = journal.aliases(workspace)
  const stored = journal.snapshot(workspace, foldName)
  const isEarlier = stored?.version === 1
  const saved = stored?.version === version || isEarlier ? (stored.value as Snapshot) : undefined // our own file, written by `save`

  // A source's own mark covers what existed when it was first read, in every conversation; a conversation's own mark takes precedence.
  const markOf = (conversation: string, source: string): number => marks.get(conversation) ?? marks.get(source) ?? Number.NEGATIVE_INFINITY
  const conversations = foldConversations(saved?.conversations)
  const names = foldNames(localDayStart, saved?.names)
  const counts = foldCounts(localDayStart, saved?.counts)
  const unread = foldUnread(markOf, isEarlier ? unreadOf(stored.value as EarlierSnapshot) : savedUnread())
  const forYou = openForYou(journal, workspace, unread)
  const unusable = openUnusable(journal, workspace)
  unread.read(new Map([...conversations.rows()].map((row) => [row.id, markOf(row.id, row.source)])))
  let cursor = saved === undefined ? 0 : (stored?.cursor ?? 0)
  let sinceSave = 0
  let charsSinceSave = 0
  let savedChars = 0
  /** What is stored is of an earlier version, or of nothing: all parts are written. */
  let isFirstSave = stored?.version !== version
  let guessed: { readonly key: string; readonly guesses: NameGuess[] } | undefined
  let aliasChanges = 0

  function savedUnread(): UnreadSnapshot | undefined {
    if (saved === undefined) return undefined
    return [...journal.snapshotParts(workspace, foldName)].map(([range, part]) => [Number(range), part as UnreadPart])
  }

  function apply(events: readonly Event[]): void {
    for (const event of events) {
      const replaced = event.supersedes === undefined ? undefined : journal.event(event.supersedes)
      for (const fold of [conversations, names, counts, unread]) fold.apply(event, replaced)
      forYou.apply(event)
      unusable.apply(event)
      cursor = Math.max(cursor, event.cursor)
      charsSinceSave += event.raw.text.length * 2
    }
    sinceSave += events.length
    if (sinceSave >= snapshotEvery && charsSinceSave >= snapshotWorth * savedChars) save()
  }

  function save(): void {
    sinceSave = 0
    charsSinceSave = 0
    const value: Snapshot = {
      conversations: conversations.snapshot(),
      names: names.snapshot(),
      counts: counts.snapshot(),
    }
    const isWhole = isFirstSave
    const changes = isWhole ? unread.snapshot() : unread.changes()
    const parts = new Map(changes.map(([range, part]) => [String(range), part ?? undefined]))
    const done = tryJournal(() => journal.putSnapshot(workspace, foldName, { cursor, version, value, parts, isWhole }))
    if (done.ok) {
      savedChars = done.value
      isFirstSave = false
      unread.saved()
    }
    if (!done.ok) services.log('could not save the folds; they are rebuilt on the next start', { workspace, fault: done.fault })
  }

  for (let page = journal.since(workspace, cursor, rebuildPage); page.length > 0; page = journal.since(workspace, cursor, rebuildPage))
    apply(page)

  function putMarks(changed: ReadonlyMap<string, number>): void {
    journal.putReadMarks(workspace, changed)
    for (const [id, mark] of changed) marks.set(id, mark)
  }

  return {
    apply,
    conversations,
    names,
    counts,
    markRead(ids, upTo) {
      const changed = new Map<string, number>()
      for (const id of ids) {
        const row = conversations.get(id)
        const mark = unread.readable(id, upTo)
        if (row !== undefined && markOf(id, row.source) < mark) changed.set(id, mark)
      }
      if (changed.size > 0) putMarks(changed)
      unread.read(new Map(ids.map((id) => [id, upTo])))
    },
    markUnread(event) {
      if (!isMessage(event)) return
      const id = conversationOf(event)
      const before = markOf(id, event.source)
      putMarks(new Map([[id, event.ord - 1]]))
      let after = event.ord - 1
      for (let more = true; more;) {
        const page = journal.page({ workspace, filter: { conversation: id, kinds: ['message'] }, after, limit: limits.pageRows })
        for (const each of page.events) {
          if (each.ord > before) continue
          unread.apply(each)
          forYou.apply(each)
        }
        after = page.events.at(-1)?.ord ?? after
        more = page.hasAfter && page.events.length > 0 && after <= before
      }
      save() // the snapshot alone cannot show that a mark moved back
    },
    markSourceRead(source, upTo) {
      if ((marks.get(source) ?? Number.NEGATIVE_INFINITY) >= upTo) return
      putMarks(new Map([[source, upTo]]))
      const rows = [...conversations.rows()].filter((row) => row.source === source)
      unread.read(new Map(rows.map((row) => [row.id, markOf(row.id, source)])))
    },
    alias(name, agent) {
      journal.putAlias(workspace, name, agent)
      if (agent === undefined) aliases.delete(name)
      else aliases.set(name, agent)
      aliasChanges++
    },
    aliases: () => aliases,
    own: (operator) => ownNames(names, aliases, operator),
    unreadBelow(operator, below) {
      const own = ownNames(names, aliases, operator)
      return unread.below(below, unreadPiece, (id, sender) => own.has(nameKey(conversations.get(id)?.source ?? '', sender)))
    },
    onlyForYou(operator) {
      const own = ownNames(names, aliases, operator)
      const all = (id: string): number => unread.count(id, (sender) => own.has(nameKey(conversations.get(id)?.source ?? '', sender)))
      return [...forYou.unread(own)].filter(([id, count]) => count === all(id)).map(([id]) => id)
    },
    view(operator, downSince) {
      const now = services.now()
      const own = ownNames(names, aliases, operator)
      const bySender = new Map<string, number>()
      unread.each((conversation, sender, count) => {
        const row = conversations.get(conversation)
        if (row === undefined) return
        const key = nameKey(row.source, sender)
        bySender.set(key, (bySender.get(key) ?? 0) + count)
      })
      const listed = [...conversations.rows()].toSorted((a, b) => b.lastOrd - a.lastOrd).slice(0, limits.conversationsListed)
      const found = agentsOf({ rows: names.rows(), aliases, operator, now, dayStart: localDayStart, unread: bySender, downSince })
      const key = `${names.generation()}:${aliasChanges}`
      if (guessed?.key !== key) {
        const resolve = (row: { source: string; name: string }): string => agentOf(aliases, row.source, row.name)
        guessed = { key, guesses: guessNames([...names.rows()], resolve, (row) => aliases.has(nameKey(row.source, row.name))) }
      }
      return {
        messages: counts.messages(),
        today: counts.today(now),
        conversations: listed.map((row) => ({
          ...row,
          members: [...row.members],
          unread: unread.count(row.id, (sender) => own.has(nameKey(row.source, sender))),
        })),
        forYou: [...forYou.unread(own).values()].reduce((sum, count) => sum + count, 0),
        unusable: unusable.counts(),
        agents: found.agents,
        changesAt: found.changesAt,
        guesses: guessed.guesses,
        more: {
          conversations: conversations.size() - listed.length + conversations.dropped(),
          agents: found.more + names.dropped(),
        },
      }
    },
    save,
  }
}

/** What a release before had saved, as one part. */
function unreadOf({ unread }: EarlierSnapshot): UnreadSnapshot {
  const part = unread.flatMap(([conversation, senders]) =>
    senders.map(([sender, ords]): UnreadPart[number] => {
      const sorted = ords.toSorted((a, b) => a - b)
      return [conversation, sender, sorted.map((ord, at) => ord - (sorted[at - 1] ?? 0))]
    }),
  )
  return [[0, part]]
}

/** Keys of the operator's names, on any source. */
function ownNames(names: NamesFold, aliases: ReadonlyMap<string, string>, operator: string): Set<string> {
  const rows = [...names.rows()]
  const agents = new Set(rows.filter((row) => row.name === operator).map((row) => agentOf(aliases, row.source, row.name)))
  return new Set(rows.filter((row) => agents.has(agentOf(aliases, row.source, row.name))).map((row) => nameKey(row.source, row.name)))
}
