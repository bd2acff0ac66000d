import { useMemo } from 'react'
import type { WirePreview } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Compose } from '../../../core/link.ts'
import type { NameOption } from '../../ui/name-options.tsx'
import { sendingHeld } from '../halt/state/in-force.ts'
import { composeOf, draftOf, recipientsOf, sourceOf, textFieldOf, whereOf } from '../state/draft.ts'
import type { ComposerDraft } from '../state/compose-slice.ts'
import { useApp, useAppData } from '../state/store.ts'
import { notLive } from '../state/connection-words.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { useMembers } from './use-members.ts'
import { joinOptions, useNameOptions, useOtherNames } from './use-name-options.ts'
import { usePreview } from './use-preview.ts'

/** The message that is being written: its draft, and what follows from it. */
export interface Composed {
  readonly draft: ComposerDraft
  /** The link that it is sent on; undefined: there is none. */
  readonly source: string | undefined
  /** What messages of that link can contain. */
  readonly compose: Compose | undefined
  readonly recipients: readonly string[]
  /** Names that are offered for them. */
  readonly options: readonly NameOption[]
  readonly where: string
  /** Undefined: this kind of message has no text. */
  readonly textField: ReturnType<typeof textFieldOf>
  /** The exact text; undefined: not everything is filled in. */
  readonly wire: WirePreview | undefined
  /** Of the last try to send it, otherwise of its exact text. */
  readonly fault: Fault | undefined
  /** A halt keeps messages from being sent. */
  readonly isHeld: boolean
  /** Why it cannot be sent now, whatever it says. */
  readonly obstacle: string | undefined
}

/** Reads the message that is being written, and asks for its exact text. */
export function useComposed(): Composed {
  const draft = useApp(draftOf)
  const source = useApp(sourceOf)
  const where = useApp(whereOf)
  const known = useNameOptions(source)
  const members = useMembers(source, where)
  const others = useOtherNames(source)
  const { wire, fault } = usePreview()
  const isLive = useIsLive()
  const held = useApp(sendingHeld)
  return {
    draft,
    source,
    compose: useApp(composeOf),
    recipients: useAppData(recipientsOf),
    options: useMemo(() => joinOptions(members ?? known, others), [members, known, others]),
    where,
    textField: useAppData(textFieldOf),
    wire,
    fault: draft.fault ?? fault,
    isHeld: held !== undefined,
    obstacle: isLive ? held : notLive,
  }
}
