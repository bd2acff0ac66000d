import type { Agent } from '../../core/agent.ts'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Bar } from './bar.tsx'
import { StatusGlyph } from './glyph.tsx'
import './name-field.css'
import { NameOptions, type NameOption } from './name-options.tsx'
import { visibleString, VisibleText } from './visible-text.tsx'

interface NameFieldProps {
  readonly label: string
  readonly names: readonly string[]
  readonly options: readonly NameOption[]
  /** With one, choosing replaces it. */
  readonly isSingle?: boolean
  readonly placeholder: string
  readonly isWrong?: boolean
  readonly describedBy?: string
  /** The operator has just asked for this field. */
  readonly hasFocus?: boolean
  onChange(names: readonly string[]): void
}

const optionsShown = 50

/** A combobox for names: known ones as options, any other by typing. Chosen names are tokens before the field. */
export function NameField(props: NameFieldProps): React.JSX.Element {
  const { label, names, options, isSingle = false, placeholder, isWrong = false, describedBy, hasFocus = false, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const found = options
    .filter((one) => !names.includes(one.name) && one.name.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, optionsShown)
  const isShown = isOpen && found.length > 0
  const choose = (name: string): void => {
    setText('')
    setActive(-1)
    setOpen(false)
    if (name !== '' && !names.includes(name)) onChange(isSingle ? [name] : [...names, name])
  }
  const remove = (name: string): void => {
    onChange(names.filter((one) => one !== name))
    input.current?.focus()
  }
  const commit = (): void => choose(found[active]?.name ?? text.trim())
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey) {
      // A half-typed name is added before a form can be submitted without it.
      if (event.key !== 'Enter' || text.trim() === '') return
      event.preventDefault()
      return commit()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(found.length === 0 ? -1 : (active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length)
    } else if (event.key === 'Enter' || event.key === ',' || (event.key === 'Tab' && text !== '')) {
      if (event.key !== 'Tab') event.preventDefault()
      if (event.key === 'Enter') choose(meant(found, active, text.trim()))
      else commit()
    } else if (event.key === 'Escape' && isShown) {
      // The next one closes the dialog around it.
      event.preventDefault()
      setActive(-1)
      setOpen(false)
    } else if (event.key === 'Backspace' && text === '') {
      onChange(names.slice(0, -1))
    }
  }
  return (
    <span className="name-field">
      {names.map((name) => (
        <span key={name} className={`token ${isWrong ? 'wrong' : ''}`} title={visibleString(name)}>
          <Bar hue={options.find((one) => one.name === name)?.agent?.hue} />
          <span className="cut">
            <VisibleText text={name} />
          </span>
          <button type="button" className="plain" aria-label={`Remove ${visibleString(name)}`} onClick={() => remove(name)}>
            <X className="i" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 && isOpen ? `${id}-list-${active}` : undefined}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        className={names.length > 0 ? 'has-names' : ''}
        autoComplete="off"
        spellCheck={false}
        placeholder={names.length === 0 ? placeholder : ''}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the operator has just asked for it
        autoFocus={hasFocus}
        data-autofocus={hasFocus || undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          choose(text.trim())
          setOpen(false)
        }}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <NameOptions id={`${id}-list`} label={label} options={found} active={active} isHidden={!isShown} row={rowOf} onChoose={choose} />
    </span>
  )
}

/** What Enter adds: the selected option, otherwise the only match for the input, otherwise the input itself. */
function meant(found: readonly NameOption[], active: number, text: string): string {
  const [only] = found
  return found[active]?.name ?? (text !== '' && found.length === 1 ? only?.name : undefined) ?? text
}

function Bearer({ agent, name }: { readonly agent: Agent; readonly name: string }): React.JSX.Element {
  return (
    <>
      {agent.name !== name && <VisibleText text={agent.name} />}
      <StatusGlyph word={agent.status.word} evidence={agent.status.evidence} />
      {agent.status.word === '?' ? '' : agent.status.word}
    </>
  )
}

function rowOf(one: NameOption): React.JSX.Element {
  return (
    <>
      <span className="agent">
        <Bar hue={one.agent?.hue} />
        <span className="cut">
          <VisibleText text={one.name} />
        </span>
      </span>
      <span className="agent dim">
        {one.about !== undefined && <VisibleText text={one.about} />}
        {one.agent !== undefined && <Bearer agent={one.agent} name={one.name} />}
      </span>
    </>
  )
}
