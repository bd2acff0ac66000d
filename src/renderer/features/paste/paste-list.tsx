import { useMemo, useState } from 'react'
import type { WorkspaceState } from '../../../api/contract.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { ListHead } from '../conversations/list-head.tsx'
import type { PasteItems, PasteSection } from '../screen.ts'
import { useNow } from '../state/clock.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { PasteRow } from './paste-row.tsx'
import { pasteParts } from './shown-paste.ts'
import { useShownPaste } from './use-shown-paste.ts'
import './paste.css'

/** The list pane of the Paste view: the items of every protocol, in the order of the screens. */
export function PasteList(): React.JSX.Element {
  const screens = useApp((state) => state.screens)
  const state = useApp((all) => all.state)
  const [words, setWords] = useState<string>()
  const all = pasteParts(screens)
  return (
    <>
      <ListHead label="Filter items" placeholder="Filter by text or id" words={words} onWords={setWords}>
        {all.map(({ protocol, parts }) => parts.ListButton && <parts.ListButton key={protocol} />)}
      </ListHead>
      <div className="scroll">
        {state !== undefined &&
          all.map(({ protocol, parts }) => (
            <Sections key={protocol} parts={parts} state={state} words={words?.trim().toLowerCase() ?? ''} />
          ))}
      </div>
    </>
  )
}

interface SectionsProps {
  readonly parts: PasteItems
  readonly state: WorkspaceState
  readonly words: string
}

function Sections({ parts, state, words }: SectionsProps): React.ReactNode {
  const sections = useMemo(() => parts.sections(state), [parts, state])
  return sections.map((section) => <Section key={section.key} parts={parts} section={section} words={words} />)
}

interface SectionProps {
  readonly parts: PasteItems
  readonly section: PasteSection
  readonly words: string
}

function Section({ parts, section, words }: SectionProps): React.JSX.Element | null {
  const store = useStoreApi()
  const shown = useShownPaste()?.item
  const now = useNow()
  const { heading, label } = section
  const groups = section.groups
    .map(({ title, items }) => ({ title, items: items.filter((item) => item.words.toLowerCase().includes(words)) }))
    .filter(({ items }) => items.length > 0)
  const isFiltered = groups.length === 0 && section.groups.some(({ items }) => items.length > 0)
  if (groups.length === 0 && parts.Notes === undefined) return null
  const notes = parts.Notes && <parts.Notes section={section} isFiltered={isFiltered} />
  if (section.groups.length === 0 && notes !== undefined) return notes
  return (
    <section aria-label={visibleString(label)}>
      {heading !== undefined && (
        <h2 className="sect home" title={visibleString(heading.title)}>
          <span className="cut">
            <VisibleText text={heading.text} />
          </span>
        </h2>
      )}
      {groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <h3 className="sect">
            {title} <span className="n">{items.length}</span>
          </h3>
          <ul>
            {items.map((item) => (
              <PasteRow
                key={`${item.link} ${item.id}`}
                item={item}
                now={now}
                isOn={item.link === shown?.link && item.id === shown.id}
                onOpen={() => {
                  store.getState().setDrawer(undefined)
                  parts.open(store.getState(), item)
                }}
              >
                <parts.Under item={item} />
              </PasteRow>
            ))}
          </ul>
        </div>
      ))}
      {notes}
    </section>
  )
}
