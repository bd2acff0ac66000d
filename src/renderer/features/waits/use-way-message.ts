import { useEffect, useState } from 'react'
import type { Draft, WirePreview } from '../../../core/command.ts'
import type { DebtRow } from '../../../core/debt.ts'
import type { DeskIntent } from '../../../core/desk-draft.ts'
import { fail, type Fault, type Result } from '../../../core/fault.ts'
import { nameOf } from '../needs/named-agent.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** What the operator can do about a wait, the cheapest first. break: its creditor goes on without it. */
export const ways = ['answer', 'nudge', 'reassign', 'break'] as const
export type Way = (typeof ways)[number]

const intents: Readonly<Record<Way, DeskIntent>> = { answer: 'answer', nudge: 'nudge', reassign: 'handover', break: 'answer' }
/** Typing pauses this long before the wire text is made again, ms. */
const waitMs = 120

/** The message of the chosen way out. */
export interface WayMessage {
  readonly way: Way
  readonly to: string | undefined
  readonly text: string
  readonly wire: WirePreview | undefined
  readonly fault: Fault | undefined
  /** How many agents can go on then. */
  readonly frees: number
  readonly isBusy: boolean
  choose(way: Way): void
  address(to: string | undefined): void
  write(text: string): void
  /** Sends it as the operator. Only what is on the screen as wire text can be sent. */
  send(): Promise<Result<unknown>>
}

/** The message that the operator may send about one wait: made by its protocol, changed here, sent as the operator. */
export function useWayMessage(row: DebtRow | undefined, first: Way): WayMessage {
  const store = useStoreApi()
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const debtor = useApp((state) => (row?.debtor === undefined ? 'nobody' : nameOf(state, row.debtor, row.debt.source)))
  const key = row?.debt.key
  const [chosen, setChosen] = useState<{ readonly key: string | undefined; readonly way: Way }>({ key, way: first })
  const way = chosen.key === key ? chosen.way : first
  const [to, setTo] = useState<string>()
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [shown, setShown] = useState<{ readonly for?: string; readonly wire?: WirePreview; readonly fault?: Fault }>({})
  const [sending, setSending] = useState<{ readonly for: string; readonly id: string; readonly isBusy: boolean; readonly fault?: Fault }>()
  const target = way === 'reassign' ? to : undefined
  const canAsk = workspace !== undefined && key !== undefined && (way !== 'reassign' || target !== undefined)
  const made = useAnswer(
    'desk.draft',
    canAsk ? { workspace, key, intent: intents[way], ...(target !== undefined && { to: target }) } : undefined,
  )
  const of = `${key ?? ''} ${way} ${target ?? ''}`
  const proposed = made?.ok !== true ? '' : way === 'break' ? breakText(debtor) : made.value.draft.text
  const text = typed.get(of) ?? proposed
  const draft: Draft | undefined = made?.ok === true ? { ...made.value.draft, text } : undefined
  const source = made?.ok === true ? made.value.source : undefined
  const content = draft === undefined || text.trim() === '' ? '' : JSON.stringify([source, draft])
  useEffect(() => {
    if (content === '') return undefined
    let isOld = false
    const ask = async (): Promise<void> => {
      const [wanted, exact] = JSON.parse(content) as [string, Draft]
      const answer = await client.call('messages.preview', { source: wanted, draft: exact })
      if (!isOld) setShown(answer.ok ? { for: content, wire: answer.value } : { for: content, fault: answer.fault })
    }
    const timer = setTimeout(() => void ask(), waitMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [content, client])
  const isShown = content !== '' && shown.for === content
  const ownFault = sending?.for === content ? sending.fault : undefined
  const fault = made?.ok === false ? made.fault : isShown ? (shown.fault ?? ownFault) : undefined
  return {
    way,
    to: target,
    text,
    wire: content !== '' ? shown.wire : undefined,
    fault,
    frees: made?.ok === true ? made.value.frees.length : 0,
    isBusy: sending?.isBusy === true,
    choose: (next) => setChosen({ key, way: next }),
    address: setTo,
    write: (next) => setTyped((before) => new Map(before).set(of, next)),
    async send() {
      if (draft === undefined || source === undefined || !isShown || shown.wire === undefined)
        return fail('invalid', 'The text is not ready yet.')
      if (sending?.isBusy === true) return fail('conflict', 'The message is already being sent.')
      // The same text is one message, however often it is sent.
      const id = sending?.for === content ? sending.id : store.getState().newMessageId()
      setSending({ for: content, id, isBusy: true })
      const sent = await client.call('messages.send', { id, source, draft })
      setSending({ for: content, id, isBusy: false, ...(!sent.ok && { fault: sent.fault }) })
      if (!sent.ok || row === undefined) return sent
      // What the message answers ends when it is confirmed; giving up on a wait is the operator's decision alone.
      if (way === 'break') await store.getState().markDebts(row.keys, 'waive', 'No longer waited for')
      return sent
    },
  }
}

function breakText(debtor: string): string {
  return `Go on without ${debtor}: I end this wait.`
}
