import type { LinkConfig } from '../link.ts'
import type { Deed } from './scenario.ts'

/** One action of a plan. It has everything that goes into its bytes, so that equal actions give equal bytes. */
export interface StageAction {
  readonly do: Deed | 'noise'
  readonly link: string
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
  /** A ULID, from the seed. */
  readonly id: string
  /** When, as it is written, ms. */
  readonly time: number
  /** The action that it is about. */
  readonly re?: StageAction
}

/** What a stage is set up with. */
export interface StagePlace {
  /** A throw-away workspace; nothing outside it may be written. */
  readonly folder: string
  /** Names of the actors on this link. */
  readonly cast: readonly string[]
  readonly operator: string
  /** The clock of the simulation, ms. */
  readonly now: () => number
}

/** A protocol's real medium with actors on it, for a simulation. */
export interface Stage {
  /** Links to the medium, for a protocol without default links. */
  readonly links: readonly { readonly name: string; readonly config: LinkConfig }[]
  /** Whether the medium has this deed. */
  plays(deed: StageAction['do']): boolean
  /** Puts an action on the medium. @returns its bytes as text; empty where it is no message. */
  play(action: StageAction): Promise<string>
  close(): Promise<void>
}

/** The plain words of free text that declare what a message is (`core/acts/words.ts`). */
const words: Partial<Record<StageAction['do'], string>> = {
  ask: 'Question',
  review: 'Review',
  task: 'Task',
  take: 'Taking',
  done: 'Done',
  fail: 'Cannot',
  withdraw: 'Cancel',
}

/** What an action says in a protocol whose messages are free text. Pure. */
export function plainText({ do: deed, text }: StageAction): string {
  const word = words[deed]
  return word === undefined ? text : `${word}: ${text}`
}

/** To whom an action is: an answer without recipients goes to who asked, a withdrawal to who was asked. Pure. */
export function recipientsOf({ to, re, do: deed }: StageAction): readonly string[] {
  if (to.length > 0 || re === undefined) return to
  return deed === 'withdraw' ? re.to : [re.from]
}
