import { z } from 'zod'
import { draftSchema } from '../../../core/command.ts'
import { eventSchema } from '../../../core/event.ts'
import type { AppState } from '../screen.ts'
import type { StoreEnv } from './env.ts'
import type { ComposerDraft } from './slices.ts'
import type { AppStore } from './store.ts'

/** Most drafts that are kept for a reload, and what they have together in UTF-16 units: a tab may store five million. */
const mostDrafts = 64
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
const entrySchema = z.tuple([z.string(), keptSchema])

/** Keeps texts that were not sent for a reload of the page, and none of a workspace that was forgotten. */
export function keepDrafts(store: AppStore, { kept, onFrame }: Pick<StoreEnv, 'kept' | 'onFrame'>): void {
  let canWrite = false
  let isAwaited = false
  const write = (): void => {
    isAwaited = false
    kept?.write(draftsText(store.getState().drafts))
  }
  store.subscribe((now, before) => {
    if (now.workspaces !== before.workspaces || now.phase !== before.phase) dropForgotten(store)
    if (now.drafts === before.drafts || !canWrite || isAwaited) return
    isAwaited = true
    onFrame(write)
  })
  void kept?.read().then((text) => {
    canWrite = true
    store.setState(({ drafts }) => ({ drafts: new Map([...draftsIn(text), ...drafts]) }))
    dropForgotten(store)
  })
}

/** Drops the drafts of workspaces that are not known, once it is known which are. */
function dropForgotten(store: AppStore): void {
  const { phase, workspace, workspaces, drafts }: AppState = store.getState()
  if (phase !== 'ready') return
  const known = new Set([workspace, ...workspaces.map(({ id }) => id)])
  const left = [...drafts].filter(([key]) => known.has(key.slice(0, key.indexOf(' '))))
  if (left.length < drafts.size) store.setState({ drafts: new Map(left) })
}

/** The newest drafts with something written, as text; undefined: there are none. */
export function draftsText(drafts: ReadonlyMap<string, ComposerDraft>): string | undefined {
  const texts: string[] = []
  let left = mostChars
  for (const entry of [...drafts].toReversed()) {
    if (!isWritten(entry[1])) continue
    const text = JSON.stringify(entry)
    left -= text.length + 1
    if (left < 0 || texts.length === mostDrafts) break
    texts.push(text)
  }
  return texts.length === 0 ? undefined : `[${texts.toReversed().join(',')}]`
}

/** Drafts from their text; what does not fit, as after an update, is left out. */
export function draftsIn(text: string | undefined): ReadonlyMap<string, ComposerDraft> {
  return new Map(
    entriesIn(text).flatMap((entry) => {
      const read = entrySchema.safeParse(entry)
      return read.success ? [read.data] : []
    }),
  )
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
