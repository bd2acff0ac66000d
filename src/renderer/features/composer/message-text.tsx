import { useId, useLayoutEffect, useRef, useState } from 'react'
import { leaveField } from '../../ui/free-focus.ts'
import { LongText } from '../../ui/long-text.tsx'
import { NameOptions } from '../../ui/name-options.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import type { NameOption } from '../../ui/name-options.tsx'
import { mentionAt, namesFor, withMention } from './mention-at.ts'
import { useMembers } from './use-members.ts'

interface MessageTextProps {
  readonly ref: React.RefObject<HTMLTextAreaElement | null>
  readonly label: string
  readonly placeholder: string | undefined
  readonly isHidden: boolean
  readonly isWrong: boolean
  readonly describedBy: string
  readonly value: string
  /** Where `@` offers names; undefined: nowhere. */
  readonly mentions: { readonly source: string | undefined; readonly where: string } | undefined
  onChange(text: string): void
}

const noOptions: readonly NameOption[] = []
const mostShown = 50

/**
 * The text of a message. Where the protocol has mentions, `@` opens the list of people and agents: arrows choose, Enter or Tab inserts, Esc closes. It follows
 * the ARIA combobox pattern: the text field keeps the focus.
 */
export function MessageText(props: MessageTextProps): React.JSX.Element {
  const { ref, label, placeholder, isHidden, isWrong, describedBy, value, mentions, onChange } = props
  const id = useId()
  /** Position of the caret; undefined: elsewhere. */
  const [caret, setCaret] = useState<number>()
  /** Position of the `@` whose list was closed. */
  const [closed, setClosed] = useState<number>()
  const [choice, setChoice] = useState(0)
  /** Where to put the caret once the text is drawn. */
  const wanted = useRef<number>(undefined)
  const at = mentions === undefined || caret === undefined || caret > value.length ? undefined : mentionAt(value, caret)
  const options = useMembers(mentions?.source, mentions?.where ?? '', at?.query) ?? noOptions
  const found = at === undefined || at.start === closed ? noOptions : namesFor(options, at.query).slice(0, mostShown)
  const active = Math.min(choice, found.length - 1)

  useLayoutEffect(() => {
    if (wanted.current !== undefined) ref.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  })

  const look = (field: HTMLTextAreaElement): void => {
    const place = field.selectionStart === field.selectionEnd ? field.selectionStart : undefined
    if (place === caret) return
    setCaret(place)
    setChoice(0)
    if (place === undefined || mentionAt(field.value, place)?.start !== closed) setClosed(undefined)
  }
  const take = (name: string): void => {
    if (at === undefined) return
    const next = withMention(value, at, name)
    wanted.current = next.caret
    setCaret(next.caret)
    setChoice(0)
    setClosed(at.start)
    onChange(next.text)
  }
  /** True: the list has handled the key. */
  const useKey = ({ key, ctrlKey, metaKey, shiftKey }: React.KeyboardEvent): boolean => {
    if (found.length === 0 || ctrlKey || metaKey || shiftKey) return false
    if (key === 'ArrowDown' || key === 'ArrowUp') setChoice((active + (key === 'ArrowDown' ? 1 : -1) + found.length) % found.length)
    else if (key === 'Escape') setClosed(at?.start)
    else if (key === 'Enter' || key === 'Tab') take(found[active]?.name ?? '')
    else return false
    return true
  }

  return (
    <>
      <LongText
        ref={ref}
        className="text"
        hidden={isHidden}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        aria-autocomplete={mentions === undefined ? undefined : 'list'}
        aria-controls={found.length > 0 ? `${id}-names` : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-names-${active}` : undefined}
        placeholder={placeholder}
        rows={1}
        value={value}
        data-pane-focus=""
        onText={(text, field) => {
          look(field)
          onChange(text)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (useKey(event)) event.preventDefault()
          else if (event.key === 'Escape') leaveField(event.currentTarget)
        }}
      />
      {found.length > 0 && (
        <NameOptions id={`${id}-names`} label="People and agents" options={found} active={active} row={rowOf} onChoose={take} />
      )}
      {mentions !== undefined && (
        <p className="sr" role="status">
          {found.length > 0 ? `${counted(found.length, 'name')}, Enter inserts ${found[active]?.name ?? ''}` : ''}
        </p>
      )}
    </>
  )
}

function rowOf(one: NameOption): React.JSX.Element {
  return (
    <>
      <span className="cut">
        <VisibleText text={one.name} />
      </span>
      <span className="dim cut">
        <VisibleText text={one.about ?? ''} />
      </span>
    </>
  )
}
