import { z } from 'zod'
import type { Act } from '../../core/acts.ts'
import type { DraftAbout } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import { foldDebts, type DebtsFold } from '../../core/fold/debts.ts'
import { foldKnownAgents, knownAgentsSchema } from '../../core/fold/debts/known-agents.ts'
import type { DebtShard } from '../../core/fold/debts/shards.ts'
import { shardOfPieces, type DebtPiece } from '../../core/fold/debts/trail.ts'
import { talkOfPieces, type TalkPiece } from '../../core/fold/debts/talk-trail.ts'
import { foldTalk, talkPairSchema, type Talk } from '../../core/fold/debts/talk.ts'
import { limits } from '../../core/limits.ts'
import type { Services } from '../services.ts'
import { actsAbout } from './own-lines.ts'

/** Increment when acts or the folds mean something else: debts are then read again from the whole journal. */
export const debtsVersion = 7

/** What is saved beside the debts. */
export const savedSchema = z.object({ operator: z.string(), names: knownAgentsSchema, talk: z.array(talkPairSchema).max(limits.talkPairs) })

export type SavedDebts = z.infer<typeof savedSchema>

/** A piece of a checkpoint of the folds. */
export type DeskPiece = { readonly names: SavedDebts['names'] } | { readonly talk: TalkPiece } | DebtPiece

/** A checkpoint has so many of the debts that ended last. A jump does not know others, unless open ones depend on them. */
const endedInPieces = 500

/** What the folds depend on besides events. */
export interface DebtFoldsInput {
  readonly services: Pick<Services, 'journal' | 'protocols'>
  /** The operator's name. */
  readonly operator: string
  /** Whether two names of a source are one agent. */
  readonly same: (source: string, a: string, b: string) => boolean
  /** Whether the operator said that a debt is one. */
  readonly isPinned: (key: string) => boolean
  /** Whether an event was not seen happening. */
  readonly isLate: (event: Event) => boolean
  /** The debt that a message of the operator is about, where it was written for one. */
  readonly aboutOf: (event: Event) => DraftAbout | undefined
}

/** The folds of a workspace that make its debts. */
export interface DebtFolds {
  readonly debts: DebtsFold
  /** Who spoke to whom. */
  readonly talk: Talk
  /** Adds events, in cursor order. */
  fold(events: readonly Event[]): void
  /** What is saved beside the debts, as a JSON value. */
  saved(): SavedDebts
  /** What changed since the last call, or everything, as JSON values. */
  pieces(isWhole: boolean): readonly DeskPiece[]
}

/** Opens the folds, with what was saved. */
export function openDebtFolds(
  { services, operator, same, isPinned, isLate, aboutOf }: DebtFoldsInput,
  saved?: SavedDebts,
  shards: Iterable<DebtShard> = [],
): DebtFolds {
  const { journal, protocols } = services
  const known = foldKnownAgents(saved?.names)
  const talk = foldTalk(saved?.talk)
  /** The acts that were read last: those of the event that was folded last. */
  let lastActs: readonly Act[] = []
  /** Somebody who was mentioned has turned out to be an agent since the debts were read. */
  let isAgentFound = false
  const actsOf = (event: Event): readonly Act[] => {
    const acts = protocols.get(event.protocol)?.acts(event, operator) ?? []
    if (known.apply(event, acts)) isAgentFound = true
    lastActs = acts
    const about = aboutOf(event)
    return about === undefined ? acts : actsAbout(acts, about, operator)
  }
  const isAgent = (source: string, name: string): boolean => known.isAgent(source, name)
  const debts = foldDebts({ actsOf, isLate, same, isPinned, isAgent, operator }, shards)
  return {
    debts,
    talk,
    fold(events) {
      for (const event of events) {
        debts.apply(event, event.supersedes === undefined ? undefined : journal.event(event.supersedes))
        talk.apply(event, lastActs, isLate(event))
      }
      if (isAgentFound) debts.renamed()
      isAgentFound = false
    },
    pieces: (isWhole) => [{ names: known.snapshot() }, { talk: talk.piece(isWhole) }, ...debts.pieces(endedInPieces, isWhole)],
    saved: () => ({ operator, names: known.snapshot(), talk: talk.snapshot().map((pair) => ({ ...pair })) }),
  }
}

/** Opens the folds with the pieces of a checkpoint, as `DebtFolds.pieces` gave them; without any, they are empty. */
export function debtFoldsOfPieces(input: DebtFoldsInput, stored: readonly unknown[]): DebtFolds {
  const pieces = stored as readonly DeskPiece[] // our own file, written by `checkpoints`
  const names = pieces.flatMap((piece) => ('names' in piece ? [piece.names] : [])).at(-1)
  if (names === undefined) return openDebtFolds(input)
  const talk = talkOfPieces(pieces.flatMap((piece) => ('talk' in piece ? [piece.talk] : []))).slice(-limits.talkPairs)
  const shard = shardOfPieces(pieces.flatMap((piece) => ('buckets' in piece ? [piece] : [])))
  return openDebtFolds(input, { operator: input.operator, names, talk }, [shard])
}
