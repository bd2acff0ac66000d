import { z } from 'zod'
import type { Act } from '../../core/acts.ts'
import type { DraftAbout } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import { foldDebts, type DebtsFold } from '../../core/fold/debts.ts'
import type { KeptAsk } from '../../core/fold/debts/kept.ts'
import { foldKnownAgents, knownAgentsSchema } from '../../core/fold/debts/known-agents.ts'
import type { DebtShard } from '../../core/fold/debts/shards.ts'
import { shardOfPieces, type DebtPiece, type PieceTexts } from '../../core/fold/debts/trail.ts'
import { talkOfPieces, type TalkPiece } from '../../core/fold/debts/talk-trail.ts'
import { foldTalk, talkPairSchema, type Talk } from '../../core/fold/debts/talk.ts'
import { limits } from '../../core/limits.ts'
import type { CheckpointOf } from '../past/checkpoints.ts'
import type { Reading } from '../services.ts'
import type { WithReplaced } from '../without-archives.ts'
import { actsAbout } from './own-lines.ts'

/** Increment when acts or the folds mean something else: debts are then read again from the whole journal. */
export const debtsVersion = 19
/** The name under which the debts are saved. */
export const debtsFold = 'desk'

/** Position of the newest event with acts, by source. */
const newestSchema = z.array(z.tuple([z.string(), z.number()]))

/** What is saved beside the debts. */
export const savedSchema = z.object({
  operator: z.string(),
  names: knownAgentsSchema,
  newest: newestSchema,
  talk: z.array(talkPairSchema).max(limits.talkPairs),
  /** The archives that it was made without (`WithoutArchives.looks`). */
  without: z.array(z.string()).readonly().optional(),
})

export type SavedDebts = z.infer<typeof savedSchema>

/** A piece of a checkpoint of the folds. */
export type DeskPiece = Pick<SavedDebts, 'names' | 'newest'> | { readonly talk: TalkPiece } | DebtPiece

/** A checkpoint has so many of the debts that ended last. A jump does not know others, unless open ones depend on them. */
const endedInPieces = 1_000

/** Which checkpoints are those of the debts of a workspace, with the operator's name. */
export function debtsCheckpoint(workspace: string, operator: string): CheckpointOf {
  return { workspace, fold: debtsFold, key: `${debtsVersion} ${operator}` }
}

/** What the folds depend on besides events. */
export interface DebtFoldsInput {
  readonly services: Pick<Reading, 'protocols'>
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
  fold(events: readonly WithReplaced[]): void
  /** Where the first event is, of those that were folded on a checkpoint, that may change what was settled in it (cursor); undefined: there is none. */
  readonly reachesBack: number | undefined
  /** What is saved beside the debts, as a JSON value. */
  saved(): SavedDebts
  /** What changed since the last call, or everything, as JSON values. */
  pieces(isWhole: boolean): readonly DeskPiece[]
}

/** Opens the folds, with what was saved. @param isSettled all acts in it are settled, as in a checkpoint */
export function openDebtFolds(
  { services, operator, same, isPinned, isLate, aboutOf }: DebtFoldsInput,
  saved?: SavedDebts,
  shards: Iterable<DebtShard> = [],
  isSettled = false,
): DebtFolds {
  const { protocols } = services
  const known = foldKnownAgents(saved?.names)
  const talk = foldTalk(saved?.talk)
  const newest = new Map(saved?.newest)
  const settled = new Map(isSettled ? newest : [])
  let reachesBack: number | undefined
  /** The acts that were read last: those of the event that was folded last. */
  let lastActs: readonly Act[] = []
  const actsOf = (event: Event): readonly Act[] => {
    const acts = protocols.get(event.protocol)?.acts(event, operator) ?? []
    for (const name of known.apply(event, acts)) debts.foundAgent(event.source, name)
    lastActs = acts
    const about = aboutOf(event)
    return about === undefined ? acts : actsAbout(acts, about, operator)
  }
  const isBeforeSettled = (source: string, ord: number): boolean => ord <= (settled.get(source) ?? Number.NEGATIVE_INFINITY)
  /** Keeps where the newest event with acts is, and which one belongs before what was settled. A version has the place of the one before it. */
  const note = (event: Event, replaced: Event | undefined): void => {
    const { source, ord, protocol } = event
    if (lastActs.length > 0 && ord > (newest.get(source) ?? Number.NEGATIVE_INFINITY)) newest.set(source, ord)
    if (reachesBack !== undefined || !isBeforeSettled(source, ord)) return
    const acts = [...(replaced === undefined ? [] : (protocols.get(protocol)?.acts(replaced, operator) ?? [])), ...lastActs]
    // An answer that grows names what it answers: nothing was matched to it or because of it.
    const isGrowing = replaced !== undefined && acts.every(({ act, about }) => act !== 'ask' && 'ref' in about)
    if (acts.length > 0 && !isGrowing) reachesBack = replaced?.cursor ?? event.cursor
  }
  const isAgent = (source: string, name: string): boolean => known.isAgent(source, name)
  const replacedAsk = ({ ord, cursor, debt }: KeptAsk): void => {
    if (reachesBack === undefined && isBeforeSettled(debt.source, ord)) reachesBack = cursor
  }
  const debts = foldDebts({ actsOf, isLate, same, isPinned, isAgent, replacedAsk, operator }, shards)
  return {
    debts,
    talk,
    fold(events) {
      for (const { event, replaced } of events) {
        debts.apply(event, replaced)
        talk.apply(event, lastActs, isLate(event))
        note(event, replaced)
      }
    },
    get reachesBack() {
      return reachesBack
    },
    pieces: (isWhole) => [
      { names: known.snapshot(), newest: [...newest] },
      { talk: talk.piece(isWhole) },
      ...debts.pieces(endedInPieces, isWhole),
    ],
    saved: () => ({ operator, names: known.snapshot(), newest: [...newest], talk: talk.snapshot().map((pair) => ({ ...pair })) }),
  }
}

/** What a checkpoint has of the folds. Folds that are opened with it leave it as it is. */
export interface DebtsThen extends Omit<SavedDebts, 'operator'> {
  readonly shard: DebtShard
}

/** What the pieces of a checkpoint say, as `readCheckpoint` gives them. @throws if they have another shape, which would make empty folds without a word */
export function debtsInPieces(stored: readonly unknown[]): DebtsThen {
  const pieces = stored as readonly (DeskPiece | PieceTexts)[] // our own file, written by `checkpoints`
  const last = pieces.flatMap((piece) => ('names' in piece ? [piece] : [])).at(-1)
  if (last === undefined) throw new TypeError('it has no debts')
  const talk = talkOfPieces(pieces.flatMap((piece) => ('talk' in piece ? [piece.talk] : []))).slice(-limits.talkPairs)
  const shard = shardOfPieces(pieces.flatMap((piece) => ('names' in piece || 'talk' in piece ? [] : [piece])))
  return { names: last.names, newest: last.newest, talk, shard }
}

/** Opens the folds as of a checkpoint; without one, they are empty. */
export function debtFoldsThen(input: DebtFoldsInput, then: DebtsThen | undefined): DebtFolds {
  if (then === undefined) return openDebtFolds(input)
  const { names, newest, talk, shard } = then
  // The fold changes its pairs.
  const pairs = talk.map((pair) => ({ ...pair }))
  return openDebtFolds(input, { operator: input.operator, names, newest, talk: pairs }, [shard], true)
}
