import type { Result } from '../../../core/fault.ts'
import type { LinkCall } from '../../../core/protocol.ts'
import type { LocalAgent, PasteItem } from '../pure/api.ts'
import type { JaibberMessage } from '../pure/message.ts'
import type { CrewParts } from './crew-parts.ts'

export type { CrewParts } from './crew-parts.ts'

/** How a message came to us. */
export interface Hearing {
  /** When Ably took it, ms. */
  readonly at: number
  readonly via: 'live' | 'rewind' | 'history' | 'rest'
  /** It comes from our own connection. */
  readonly isOurs: boolean
}

/** The agents of this machine on one link. */
export class Crew {
  readonly #parts: CrewParts
  #saved: unknown

  /** @param saved what `saved` gave last; anything else is a crew without agents. */
  constructor(parts: CrewParts, saved: unknown) {
    this.#parts = parts
    this.#saved = saved
  }

  /** Agents that ran when the app ended run again; answers that were cut then get an error. */
  start(): void {
    this.#parts.changed('presence')
  }

  /** Ends what runs; resolves when no process of an agent is left. */
  stop(): Promise<void> {
    return Promise.resolve()
  }

  /** Takes a message of a project, as it came; our own too. */
  heard(_message: JaibberMessage, _how: Hearing): void {}

  /** What has to be known after a restart. */
  saved(): unknown {
    return this.#saved
  }

  view(): { readonly agents: LocalAgent[]; readonly prompts: PasteItem[] } {
    return { agents: [], prompts: [] }
  }

  /** Agents that answer in the project now, for its presence. */
  presence(_project: string): readonly { readonly agentName: string; readonly agentInstructions: string }[] {
    return []
  }

  /** Answers a method of the link's screens; undefined when it is not one about agents. */
  call(_method: string, _input: unknown, _call: LinkCall): Promise<Result<unknown>> | undefined {
    return undefined
  }
}
