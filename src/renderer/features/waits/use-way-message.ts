import { useState } from 'react'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { DeskIntent } from '../../../core/desk-draft.ts'
import { fail, type Fault, type Result } from '../../../core/fault.ts'
import { previewKey, usePreviewOf } from '../composer/use-preview.ts'
import { nameOf } from '../needs/named-agent.tsx'
import { useDrawn } from '../needs/use-drawn.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { useExactAnswer } from '../state/use-answer.ts'
import { useTyped } from '../state/use-typed.ts'

/** What the operator can do about a wait, the cheapest first. break: its creditor goes on without it. */
export const ways = ['answer', 'nudge', 'reassign', 'break'] as const
export type Way = (typeof ways)[number]

const intents: Readonly<Record<Way, DeskIntent>> = { answer: 'answer', nudge: 'nudge', reassign: 'handover', break: 'answer' }

/** The message of the chosen way out. */
export interface WayMessage {
  readonly way: Way
  readonly to: string | undefined
  readonly text: string
  readonly wire: WirePreview | undefined
  readonly fault: Fault | undefined
  /** Messages that belong to it, each sent once the one before was accepted. */
  readonly also: readonly { readonly source: string; readonly draft: Draft }[]
  /** How many agents can go on then. */
  readonly frees: number
  readonly isBusy: boolean
  /** Exactly this has been sent. */
  readonly isSent: boolean
  /** What is on the screen as wire text is what would be sent. */
  readonly isReady: boolean
  /** @param to whom it is handed to, unless somebody has been chosen */
  choose(way: Way, to?: string): void
  address(to: string | undefined): void
  write(text: string): void
  /** Sends it as the operator. Only what is on the screen as wire text can be sent. */
  send(): Promise<Result<unknown>>
}

interface Sending {
  /** The message (`previewKey`). */
  readonly of: string
  readonly ids: readonly string[]
  readonly isBusy: boolean
  readonly fault?: Fault
}

/** The message that the operator may send about one wait: made by its protocol, changed here, sent as the operator. */
export function useWayMessage(row: DebtRow | undefined, first: Way): WayMessage {
  const store = useStoreApi()
  const workspace = useApp((state) => state.workspace)
  const debtor = useApp((state) => (row?.debtor === undefined ? 'nobody' : nameOf(state, row.debtor, row.debt.source)))
  const key = row?.debt.key
  useDrawn(row?.keys ?? none)
  const [chosen, setChosen] = useState<{ readonly key: string | undefined; readonly way: Way }>({ key, way: first })
  const way = chosen.key === key ? chosen.way : first
  const [to, setTo] = useState<{ readonly key: string | undefined; readonly name: string | undefined }>()
  const [typed, type] = useTyped<Readonly<Record<string, string>>>('way out', {})
  const [sending, setSending] = useState<Sending>()
  const target = way !== 'reassign' ? undefined : to?.key === key ? to?.name : undefined
  const canAsk = workspace !== undefined && key !== undefined && (way !== 'reassign' || target !== undefined)
  // The draft of another wait must not be taken for the one of this.
  const made = useExactAnswer(
    'desk.draft',
    canAsk ? { workspace, key, intent: intents[way], ...(target !== undefined && { to: target }) } : undefined,
  )
  const about = `${key ?? ''} ${way} ${target ?? ''}`
  const proposed = made?.ok !== true ? '' : way === 'break' ? breakText(debtor) : made.value.draft.text
  const text = typed[about] ?? proposed
  const source = made?.ok === true ? made.value.source : undefined
  const draft: Draft | undefined = made?.ok !== true || text.trim() === '' ? undefined : { ...made.value.draft, text }
  const also = made?.ok === true && source !== undefined ? made.value.also.map((each) => ({ source, draft: each.draft })) : []
  const of = previewKey(source, draft)
  const shown = usePreviewOf(of)
  const isShown = draft !== undefined && shown.of === of
  const own = sending?.of === of ? sending : undefined
  const fault = made?.ok === false ? made.fault : isShown ? (shown.fault ?? own?.fault) : undefined
  const isReady = isShown && shown.wire !== undefined
  return {
    way,
    to: target,
    text,
    wire: draft === undefined ? undefined : shown.wire,
    fault,
    also,
    frees: made?.ok === true ? made.value.frees.length : 0,
    isBusy: sending?.isBusy === true,
    isSent: own !== undefined && !own.isBusy && own.fault === undefined,
    isReady,
    choose(next, name) {
      setChosen({ key, way: next })
      // Chosen once: a better one that comes up later must not replace it under the operator's hand.
      if (name !== undefined && to?.key !== key) setTo({ key, name })
    },
    address: (name) => setTo({ key, name }),
    write: (next) => type({ [about]: next }),
    async send() {
      if (draft === undefined || source === undefined || !isReady) return fail('invalid', 'The text is not ready yet.')
      if (sending?.isBusy === true) return fail('conflict', 'The message is already being sent.')
      // The same text is one message, however often it is sent.
      const ids = [...(own?.ids ?? [])]
      let last: Result<unknown> = fail('invalid', 'There is nothing to send.')
      for (const [index, one] of [{ source, draft }, ...also].entries()) {
        const { id, sent } = store.getState().sendShown(one.source, one.draft, ids[index])
        ids[index] = id
        setSending({ of, ids: [...ids], isBusy: true })
        last = await sent
        if (!last.ok) break
      }
      setSending({ of, ids, isBusy: false, ...(!last.ok && { fault: last.fault }) })
      if (!last.ok || row === undefined) return last
      // What the message answers ends when it is confirmed; giving up on a wait is the operator's decision alone.
      if (way === 'break') await store.getState().markDebts(row.keys, 'waive', 'No longer waited for')
      return last
    },
  }
}

function breakText(debtor: string): string {
  return `Go on without ${debtor}: I end this wait.`
}

const none: readonly string[] = []
