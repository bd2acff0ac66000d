import { Command } from 'cmdk'
import { FolderOpen } from 'lucide-react'
import type { Agent } from '../../../core/agent.ts'
import type { Conversation } from '../../../core/conversation.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { AnchorLabel } from '../../ui/anchor-label.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { Bar } from '../../ui/bar.tsx'
import { Chip } from '../../features/common/chip.tsx'
import { FolderLookAlike, LookAlike } from '../../features/common/look-alike.tsx'
import { StatusGlyph } from '../../ui/glyph.tsx'
import { age, clockTime, counted, dayKey, dayName } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { statusWord } from '../../features/agents/status-text.ts'
import { excerpt } from '../../features/search/excerpt.ts'
import { Marked } from '../../features/search/marked.tsx'
import type { SearchHit } from '../../features/search/use-search.ts'
import { KeyCaps } from '../../ui/key-caps.tsx'
import { matchWords, type Range } from './match-words.ts'
import type { AppCommand } from '../../features/screen.ts'

interface Row {
  readonly ranges: readonly Range[]
  readonly onSelect: () => void
}

/** Icon, name, what it applies to, key. */
export function CommandRow({
  command,
  title,
  hint,
  ranges,
  onSelect,
}: Row & { readonly command: AppCommand; readonly title: string; readonly hint: string | undefined }): React.JSX.Element {
  const Icon = command.icon
  const key = command.keys?.[0]
  return (
    <Command.Item className="hit" value={command.id} onSelect={onSelect}>
      <Icon className="i" aria-hidden="true" />
      <span className="cut">
        <Marked text={title} ranges={ranges} />
      </span>
      <span className="dim cut">{hint === undefined ? '' : visibleString(hint)}</span>
      {key === undefined ? <span /> : <KeyCaps caps={keyCaps(key)} />}
    </Command.Item>
  )
}

/** Status, name, the status in words, its age. */
export function AgentRow({ agent, ranges, now, onSelect }: Row & { readonly agent: Agent; readonly now: number }): React.JSX.Element {
  const { word, evidence, said, since, on } = agent.status
  return (
    <Command.Item className="hit" value={`agent ${agent.id}`} onSelect={onSelect}>
      <StatusGlyph word={word} evidence={evidence} />
      <span className="agent">
        <Bar hue={agent.isOperator ? 0 : agent.hue} />
        <span className="cut">
          <Marked text={agent.name} ranges={ranges} />
        </span>
        <LookAlike name={agent.name} />
      </span>
      <span className="dim cut">
        {word === 'lost' ? <span className="lost">lost</span> : <VisibleText text={statusWord(agent.status)} />}
        {on === undefined && word !== '?' && said !== word && (
          <>
            , <LineText text={said} />
          </>
        )}
      </span>
      <span className="age">{since === undefined ? '' : age(since, now)}</span>
    </Command.Item>
  )
}

/** Link, title, number of messages, time of the last one. */
export function ConversationRow({
  conversation,
  ranges,
  now,
  onSelect,
}: Row & { readonly conversation: Conversation; readonly now: number }): React.JSX.Element {
  const { id, protocol, key, count, unread, lastAt } = conversation
  return (
    <Command.Item className="hit" value={`conversation ${id}`} onSelect={onSelect}>
      <Chip protocol={protocol} />
      <span className="cut">
        <Marked text={key} ranges={ranges} />
      </span>
      <span className="dim cut">
        {counted(count, 'message')}
        {unread > 0 && `, ${unread} unread`}
      </span>
      <span className="age">{age(lastAt, now)}</span>
    </Command.Item>
  )
}

/** Link, sender and words, source, time. */
export function MessageRow({
  hit,
  query,
  now,
  onSelect,
}: {
  readonly hit: SearchHit
  readonly query: string
  readonly now: number
  readonly onSelect: () => void
}): React.JSX.Element {
  const { event } = hit
  const body = event.body.kind === 'message' ? event.body : undefined
  const cut = excerpt(body?.text ?? event.raw.text, hit.matches, 24, 160)
  const when = event.claimedAt ?? event.at
  return (
    <Command.Item className="hit says" value={`message ${event.id}`} onSelect={onSelect}>
      <Chip protocol={event.protocol} />
      <span className="cut">
        {body && <Marked text={`${body.from}: `} ranges={matchWords(body.from, query) ?? []} />}
        <Marked text={cut.text.replaceAll('\n', ' ')} ranges={cut.ranges} code={cut.code} />
      </span>
      <span className="ends">
        {event.raw.anchor && (
          <span className="anchor" title={visibleString(event.raw.anchor.label)}>
            <AnchorLabel label={event.raw.anchor.label} />
          </span>
        )}
        <span className="t">{dayKey(when) === dayKey(now) ? clockTime(when).slice(0, 5) : dayName(when, now).slice(0, 3)}</span>
      </span>
    </Command.Item>
  )
}

/** Name and folder. */
export function WorkspaceRow({ workspace, ranges, onSelect }: Row & { readonly workspace: Workspace }): React.JSX.Element {
  return (
    <Command.Item className="hit" value={`workspace ${workspace.id}`} onSelect={onSelect}>
      <FolderOpen className="i" aria-hidden="true" />
      <span className="agent">
        <span className="cut">
          <Marked text={workspace.name} ranges={ranges} />
        </span>
        <FolderLookAlike workspace={workspace} />
      </span>
      <span className="dim cut">{visibleString(workspace.path)}</span>
      <span />
    </Command.Item>
  )
}
