import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNow } from '../../features/state/clock.ts'
import { canRun, labelOf } from '../../features/state/command.ts'
import { commandsOf } from '../commands.ts'
import { ModalFrame } from '../../ui/dialog.tsx'
import { countUpTo } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { KeyCap, KeyCaps } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { useSearch } from '../../features/search/use-search.ts'
import { AgentRow, CommandRow, ConversationRow, MessageRow, WorkspaceRow } from './palette-rows.tsx'
import { agentWords, byRecency, matchesOf } from './palette-groups.ts'
import '../../ui/palette.css'
import { useApp, useStoreApi } from '../../features/state/store.ts'
import { useCloseOverlay } from '../../features/state/use-close-overlay.ts'
import { paletteOverlay, searchOverlay } from '../../features/overlays.ts'

/** Rows per group while something is typed; the totals count all of them. */
const shown = 5

/** Everything by name: commands, agents, conversations, messages, workspaces. One field; Enter runs the selected row. */
export function Palette(): React.JSX.Element {
  const initial = useApp((state) => paletteOverlay.of(state)?.query) ?? ''
  const store = useStoreApi()
  const close = useCloseOverlay()
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const folds = useApp((state) => state.state)
  const workspaces = useApp((state) => state.workspaces)
  const now = useNow()
  const [query, setQuery] = useState(initial)
  const [value, setValue] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const [found] = useSearch(client, workspace, query, shown)

  const state = store.getState()
  const commands = commandsOf(state.screens)
  const isTyped = query.trim() !== ''
  const actions = matchesOf(
    commands.filter((command) => command.keyOnly !== true && canRun(command, state)),
    query,
    (command) => labelOf(command, state),
    isTyped ? shown : commands.length,
    ({ group, words = '' }) => `${group} ${words}`,
  )
  const agents = matchesOf(folds?.agents ?? [], query, (agent) => agent.name, shown, agentWords)
  const conversations = matchesOf(byRecency(folds?.conversations ?? []), query, (one) => one.key, shown)
  const others = matchesOf(
    workspaces.filter((one) => one.id !== workspace),
    query,
    (one) => one.name,
    shown,
    (one) => one.path,
  )
  const total = actions.total + agents.total + conversations.total + others.total + found.total
  const isSettled = !found.busy && found.query === query.trim()

  /** Closes the palette first, so that the command can open something else and finds the focus where it was. */
  const run = (act: () => unknown) => () => {
    close()
    act()
  }
  const openSearch = (): void => state.setOverlay(searchOverlay({ query: query.trim() }))
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Tab') setValue(nextGroup(list.current, value, event.shiftKey ? -1 : 1) ?? value)
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
        value={value}
        onValueChange={setValue}
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
          {folds && <span className="dim small cut">in {visibleString(folds.info.name)}</span>}
          <kbd>Esc</kbd>
        </div>
        <Command.List className="hits" ref={list} label="Results">
          {total === 0 && isSettled && <p className="none">No matching commands, names or messages</p>}
          {actions.shown.length > 0 && (
            <Command.Group heading="Actions">
              {actions.shown.map(({ item, title, ranges }) => (
                <CommandRow
                  key={item.id}
                  command={item}
                  title={title}
                  ranges={ranges}
                  hint={item.hint?.(state)}
                  onSelect={run(() => item.run(store.getState()))}
                />
              ))}
            </Command.Group>
          )}
          {agents.shown.length > 0 && (
            <Command.Group heading={<Heading title="Agents" total={agents.total} />}>
              {agents.shown.map(({ item, ranges }) => (
                <AgentRow key={item.id} agent={item} ranges={ranges} now={now} onSelect={run(() => showFiltered({ agent: item.id }))} />
              ))}
            </Command.Group>
          )}
          {conversations.shown.length > 0 && (
            <Command.Group heading={<Heading title="Conversations" total={conversations.total} />}>
              {conversations.shown.map(({ item, ranges }) => (
                <ConversationRow
                  key={item.id}
                  conversation={item}
                  ranges={ranges}
                  now={now}
                  onSelect={run(() => showFiltered({ conversation: item.id }))}
                />
              ))}
            </Command.Group>
          )}
          {found.hits.length > 0 && isTyped && (
            <Command.Group heading={<Heading title="Messages" total={found.total} isExact={found.totalIsExact} />}>
              {found.hits.map((hit) => (
                <MessageRow key={hit.event.id} hit={hit} query={found.query} now={now} onSelect={run(() => state.jumpTo(hit.event.id))} />
              ))}
              <Command.Item className="hit all" value="all-messages" onSelect={openSearch}>
                <Search className="i" aria-hidden="true" />
                <span className="cut">
                  {found.total === 1 ? '1 message' : `All ${countUpTo(found.total, found.totalIsExact)} messages`} with “
                  {visibleString(found.query)}”
                </span>
                <span />
                <KeyCaps caps={keyCaps('$mod+Enter')} />
              </Command.Item>
            </Command.Group>
          )}
          {others.shown.length > 0 && (
            <Command.Group heading={<Heading title="Workspaces" total={others.total} />}>
              {others.shown.map(({ item, ranges }) => (
                <WorkspaceRow key={item.id} workspace={item} ranges={ranges} onSelect={run(() => state.openWorkspace(item.path))} />
              ))}
            </Command.Group>
          )}
        </Command.List>
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
            {found.fault && isTyped
              ? found.fault.message
              : isTyped && isSettled
                ? `${countUpTo(total, found.totalIsExact)} found in ${Math.ceil(found.ms)}\u00a0ms`
                : ''}
          </span>
        </footer>
      </Command>
    </ModalFrame>
  )

  function showFiltered(filter: Parameters<typeof state.setFilter>[0]): void {
    state.setView('feed')
    state.setFilter(filter)
  }
}

interface HeadingProps {
  readonly title: string
  readonly total: number
  readonly isExact?: boolean
}

function Heading({ title, total, isExact = true }: HeadingProps): React.JSX.Element {
  return (
    <>
      {title} {total > shown && <span className="n">{countUpTo(total, isExact)}</span>}
    </>
  )
}

/** The value of the first row of the next non-empty group, wrapping around at the end. */
function nextGroup(list: HTMLElement | null, value: string, by: 1 | -1): string | undefined {
  const groups = [...(list?.querySelectorAll('[cmdk-group]') ?? [])]
  const at = groups.findIndex((group) =>
    [...group.querySelectorAll('[cmdk-item]')].some((item) => item.getAttribute('data-value') === value),
  )
  const next = groups[(Math.max(at, 0) + by + groups.length) % groups.length]
  return next?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? undefined
}
