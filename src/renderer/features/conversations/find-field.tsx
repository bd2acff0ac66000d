import { Search } from 'lucide-react'
import { keyCaps } from '../../ui/keys.ts'
import { leaveField } from '../../ui/free-focus.ts'
import { KeyCap } from '../../ui/key-caps.tsx'

interface FindFieldProps {
  readonly words: string
  readonly onWords: (words: string) => void
}

/** The field above both sections; Escape clears it, then leaves it; the down arrow moves to the results. */
export function FindField({ words, onWords }: FindFieldProps): React.JSX.Element {
  return (
    <label className="in find">
      <Search className="i" aria-hidden="true" />
      <span className="sr">Find a conversation or agent</span>
      <input
        id="find-in-list"
        type="search"
        placeholder="Conversation or agent"
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words === '') leaveField(event.currentTarget)
          else if (event.key === 'Escape') {
            event.preventDefault()
            onWords('')
          }
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.closest('[data-pane]')?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
        }}
      />
      {words === '' && <KeyCap text={keyCaps('$mod+p').join(' ')} />}
    </label>
  )
}
