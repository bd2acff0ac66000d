import { z } from 'zod'
import { draftSchema } from '../../../core/command.ts'
import { eventSchema } from '../../../core/event.ts'
import type { AppState } from '../screen.ts'
import type { StoreEnv } from './env.ts'
import type { ComposerDraft } from './compose-slice.ts'
import type { AppStore } from './store.ts'
import type { Typed } from './typing-slice.ts'

/** Most texts that are kept for a reload, and what they have together in UTF-16 units: a tab may store five million. */
const mostTexts = 64
const mostChars = 1_048_576

/** A draft without what belongs to the page: a fault, and that it is being sent. */
const keptSchema = z.object({
  source: z.string().exactOptional(),
  isLinkPicked: z.boolean().exactOptional(),
  from: z.string().exactOptional(),
  to: z.array(z.string()).exactOptional(),
  where: z.string().exactOptional(),
  label: z.string().exactOptional(),
  isCustom: z.boolean().exactOptional(),
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])).exactOptional(),
  json: z.string().exactOptional(),
  observers: z.array(z.string()),
  text: z.string(),
  replyTo: eventSchema.exactOptional(),
  about: draftSchema.shape.about.unwrap().exactOptional(),
  kept: draftSchema.pick({ label: true, data: true }).exactOptional(),
  also: z.array(draftSchema).exactOptional(),
  commandId: z.string().exactOptional(),
}) satisfies z.ZodType<ComposerDraft>
const entrySchema = z.union([
  z.tuple([z.literal('draft'), z.string(), keptSchema]),
  z.tuple([z.literal('typed'), z.string(), z.record(z.string(), z.string())]),
])

/** What is being written: in the composer, and anywhere else. */
type Texts = Pick<AppState, 'drafts' | 'typed'>

/** Keeps texts that were not sent for a reload of the page, and none of a workspace that was forgotten. */
export function keepTexts(store: AppStore, { kept, onFrame }: Pick<StoreEnv, 'kept' | 'onFrame'>): void {
  let canWrite = false
  let isAwaited = false
  const write = (): void => {
    isAwaited = false
    kept?.write(textsToKeep(store.getState()))
  }
  store.subscribe((now, before) => {
    if (now.workspaces !== before.workspaces || now.phase !== before.phase) dropForgotten(store)
    if ((now.drafts === before.drafts && now.typed === before.typed) || !canWrite || isAwaited) return
    isAwaited = true
    onFrame(write)
  })
  void kept?.read().then((text) => {
    canWrite = true
    const before = keptTexts(text)
    if (before.drafts.size + before.typed.size === 0) return onFrame(write)
    store.setState(({ drafts, typed }) => ({
      drafts: new Map([...before.drafts, ...drafts]),
      typed: new Map([...before.typed, ...typed]),
    }))
    dropForgotten(store)
  })
}

/** Drops what is being written for workspaces that are not known, once it is known which are. */
function dropForgotten(store: AppStore): void {
  const { phase, workspace, workspaces, drafts, typed } = store.getState()
  if (phase !== 'ready') return
  const known = new Set([workspace, ...workspaces.map(({ id }) => id)])
  const isKnown = ([key]: readonly [string, unknown]): boolean => known.has(key.slice(0, key.indexOf(' ')))
  if ([...drafts, ...typed].every(isKnown)) return
  store.setState({ drafts: new Map([...drafts].filter(isKnown)), typed: new Map([...typed].filter(isKnown)) })
}

/** The newest texts, as one text; undefined: nothing is being written. */
export function textsToKeep({ drafts, typed }: Texts): string | undefined {
  const entries = [
    ...[...drafts].flatMap(([key, draft]) => (isWritten(draft) ? [['draft', key, draft]] : [])),
    ...[...typed].map(([key, fields]) => ['typed', key, fields]),
  ]
  const texts: string[] = []
  let left = mostChars
  for (const entry of entries.toReversed().slice(0, mostTexts)) {
    const text = JSON.stringify(entry)
    left -= text.length + 1
    if (left < 0) break
    texts.push(text)
  }
  return texts.length === 0 ? undefined : `[${texts.toReversed().join(',')}]`
}

/** What was kept; what does not fit, as after an update, is left out. */
export function keptTexts(text: string | undefined): Texts {
  const drafts = new Map<string, ComposerDraft>()
  const typed = new Map<string, Typed>()
  for (const entry of entriesIn(text)) {
    const read = entrySchema.safeParse(entry)
    if (!read.success) continue
    if (read.data[0] === 'draft') drafts.set(read.data[1], read.data[2])
    else typed.set(read.data[1], read.data[2])
  }
  return { drafts, typed }
}

function entriesIn(text: string | undefined): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(text ?? '')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

function isWritten({ text, json = '', fields = {} }: ComposerDraft): boolean {
  return [text, json, ...Object.values(fields)].some((value) => typeof value === 'string' && value.trim() !== '')
}
