import type { NewEvent } from '../../../core/event.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkContext, Permit } from '../../../core/protocol.ts'
import type { ProjectSettings } from '../pure/api.ts'
import type { JaibberMessage } from '../pure/message.ts'

/** What the agents of this machine need of their link. */
export interface AgentsLink {
  readonly context: Pick<LinkContext, 'gate' | 'now' | 'workspacePath' | 'log' | 'operator' | 'stored'>
  /** Where the link leads, for the record of the gate. */
  readonly place: string
  /** A new UUID. */
  uuid(): string
  /** Publishes to the channel of the message's project; resolves when Ably has taken it. Never throws. */
  publish(permit: Permit, message: JaibberMessage): Promise<Result<void>>
  /** Hands a finished answer to the Jaibber server; nothing without one. */
  persist(message: JaibberMessage): void
  /** At most 20 messages before this one, oldest first. */
  recent(project: string, before: string): readonly JaibberMessage[]
  /** Who we are there. */
  me(): { readonly userId: string; readonly username: string; readonly machine: string }
  settings(project: string): ProjectSettings
  projectName(project: string): string
  /** Names that can be mentioned there: people and agents. */
  names(project: string): readonly string[]
  emit(events: readonly NewEvent[]): void
  /** `state`: `LocalAgents.saved` is another and is on disk when this returns · `presence`: agents came or went · `view` */
  changed(what: 'state' | 'presence' | 'view'): void
}
