import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import type { FeedFilter } from '../../../api/contract.ts'
import { useStoreApi } from '../../features/state/store.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { countUpTo } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { AgentRow, CommandRow, ConversationRow, MessageRow, WorkspaceRow } from './palette-rows.tsx'
import { mostRows, type PaletteFound } from './use-palette.ts'

interface PaletteResultsProps {
  readonly found: PaletteFound
  readonly list: React.RefObject<HTMLDivElement | null>
  /** Closes the palette. */
  close(): void
  openSearch(): void
}

/** What was found, in groups; a row does what its name says. */
export function PaletteResults({ found, list, close, openSearch }: PaletteResultsProps): React.JSX.Element {
  const store = useStoreApi()
  const { isTyped, actions, agents, conversations, messages, workspaces, now } = found
  const state = store.getState()
  /** Closes the palette first, so that the command can open something else and finds the focus where it was. */
  const run = (act: () => unknown) => () => {
    close()
    act()
  }
  const filter = (by: FeedFilter) =>
    run(() => {
      state.setView('feed')
      state.setFilter(by)
    })
  return (
    <Command.List className="hits" ref={list} label="Results">
      {found.total === 0 && found.isSettled && <p className="none">No matching commands, names or messages</p>}
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
            <AgentRow key={item.id} agent={item} ranges={ranges} now={now} onSelect={filter({ agent: item.id })} />
          ))}
        </Command.Group>
      )}
      {conversations.shown.length > 0 && (
        <Command.Group heading={<Heading title="Conversations" total={conversations.total} />}>
          {conversations.shown.map(({ item, ranges }) => (
            <ConversationRow key={item.id} conversation={item} ranges={ranges} now={now} onSelect={filter({ conversation: item.id })} />
          ))}
        </Command.Group>
      )}
      {messages.hits.length > 0 && isTyped && (
        <Command.Group heading={<Heading title="Messages" total={messages.total} isExact={messages.totalIsExact} />}>
          {messages.hits.map((hit) => (
            <MessageRow key={hit.event.id} hit={hit} query={messages.query} now={now} onSelect={run(() => state.jumpTo(hit.event.id))} />
          ))}
          <Command.Item className="hit all" value="all-messages" onSelect={openSearch}>
            <Search className="i" aria-hidden="true" />
            <span className="cut">
              {messages.total === 1 ? '1 message' : `All ${countUpTo(messages.total, messages.totalIsExact)} messages`} with “
              {visibleString(messages.query)}”
            </span>
            <span />
            <KeyCaps caps={keyCaps('$mod+Enter')} />
          </Command.Item>
        </Command.Group>
      )}
      {workspaces.shown.length > 0 && (
        <Command.Group heading={<Heading title="Workspaces" total={workspaces.total} />}>
          {workspaces.shown.map(({ item, ranges }) => (
            <WorkspaceRow key={item.id} workspace={item} ranges={ranges} onSelect={run(() => state.openWorkspace(item.path))} />
          ))}
        </Command.Group>
      )}
    </Command.List>
  )
}

interface HeadingProps {
  readonly title: string
  readonly total: number
  readonly isExact?: boolean
}

function Heading({ title, total, isExact = true }: HeadingProps): React.JSX.Element {
  return (
    <>
      {title} {total > mostRows && <span className="n">{countUpTo(total, isExact)}</span>}
    </>
  )
}
