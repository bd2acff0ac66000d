import type { NewEvent } from '../../../core/event.ts'
import type { Result } from '../../../core/fault.ts'
import type { LinkContext, Permit } from '../../../core/protocol.ts'
import type { ProjectSettings } from '../pure/api.ts'
import type { JaibberMessage } from '../pure/message.ts'

/** What the agents of this machine need from their link. */
export interface AgentsLink {
  readonly context: Pick<LinkContext, 'gate' | 'now' | 'workspacePath' | 'log' | 'operator' | 'stored'>
  /** Where the link connects to, for the gate's record. */
  readonly place: string
  /** A new UUID. */
  uuid(): string
  /** Publishes to the channel of the message's project; resolves when Ably has accepted it. Never throws. */
  publish(permit: Permit, message: JaibberMessage): Promise<Result<void>>
  /** Passes a finished answer to the Jaibber server, if there is one. */
  persist(message: JaibberMessage): void
  /** At most 20 messages before this one, oldest first. */
  recent(project: string, before: string): readonly JaibberMessage[]
  /** Our identity there. */
  me(): { readonly userId: string; readonly username: string; readonly machine: string }
  settings(project: string): ProjectSettings
  projectName(project: string): string
  /** Names that can be mentioned in the project: people and agents. */
  names(project: string): readonly string[]
  emit(events: readonly NewEvent[]): void
  /** `state`: `LocalAgents.saved` changed, and is on disk when this returns · `presence`: agents joined or left · `view` */
  changed(what: 'state' | 'presence' | 'view'): void
}
