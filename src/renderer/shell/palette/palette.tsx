import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { searchOverlay } from '../../features/overlays.ts'
import { useApp } from '../../features/state/store.ts'
import { useCloseOverlay } from '../../features/state/use-close-overlay.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import '../../ui/palette.css'
import { countUpTo } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { PaletteResults } from './palette-results.tsx'
import { usePalette, type PaletteFound } from './use-palette.ts'

/** Everything by name: commands, agents, conversations, messages, workspaces. One field; Enter runs the selected row. */
export function Palette(): React.JSX.Element {
  const found = usePalette()
  const { query, setQuery, isTyped } = found
  const close = useCloseOverlay()
  const setOverlay = useApp((state) => state.setOverlay)
  const workspace = useApp((state) => state.workspace)
  const name = useApp((state) => state.state?.info.name)
  /** The selected row, by the value of its item. */
  const [row, setRow] = useState('')
  const list = useRef<HTMLDivElement>(null)

  const openSearch = (): void => setOverlay(searchOverlay({ query: query.trim() }))
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Tab') setRow(nextGroup(list.current, row, event.shiftKey ? -1 : 1) ?? row)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isTyped && workspace !== undefined) openSearch()
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ModalFrame className="palette" label="Palette" closesOutside onClose={close}>
      <Command
        label="Commands, agents, conversations and messages"
        shouldFilter={false}
        loop
        vimBindings={false}
        value={row}
        onValueChange={setRow}
        onKeyDown={onKeyDown}
      >
        <div className="query">
          <Search className="i" aria-hidden="true" />
          <Command.Input
            data-autofocus
            placeholder="Command, name or words of a message"
            value={query}
            onValueChange={setQuery}
            maxLength={1_000}
          />
          {name !== undefined && <span className="dim small cut">in {visibleString(name)}</span>}
          <kbd>Esc</kbd>
        </div>
        <PaletteResults found={found} list={list} close={close} openSearch={openSearch} />
        <footer>
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> move
          </span>
          <span>
            <KeyCap text="↵" /> run
          </span>
          <span>
            <kbd>Tab</kbd> next group
          </span>
          <span className="end" role="status">
            {resultWords(found)}
          </span>
        </footer>
      </Command>
    </ModalFrame>
  )
}

function resultWords({ isTyped, isSettled, messages, total }: PaletteFound): string {
  if (!isTyped) return ''
  if (messages.fault !== undefined) return messages.fault.message
  return isSettled ? `${countUpTo(total, messages.totalIsExact)} found in ${Math.ceil(messages.ms)}\u00a0ms` : ''
}

/** The value of the first row of the next non-empty group, wrapping around at the end. */
function nextGroup(list: HTMLElement | null, row: string, by: 1 | -1): string | undefined {
  const groups = [...(list?.querySelectorAll('[cmdk-group]') ?? [])]
  const at = groups.findIndex((group) => [...group.querySelectorAll('[cmdk-item]')].some((item) => item.getAttribute('data-value') === row))
  const next = groups[(Math.max(at, 0) + by + groups.length) % groups.length]
  return next?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? undefined
}
