import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelOf, presenceChannel } from '../pure/channel-names.ts'
import type { JaibberMessage } from '../pure/message.ts'
import type { Board } from './ably/board.ts'
import { defaultOptions } from './ably/options.ts'
import { AblyPeer } from './ably/peer.ts'
import { actions, presenceActions } from './ably/wire.ts'

/** The fields of a message besides its sender. */
type Said = Partial<JaibberMessage> & Pick<JaibberMessage, 'text' | 'type'>

const chunkMs = 200

/** A person or an agent of the demo, on one project of the demo server, in the same process. */
export class Player {
  readonly name: string
  readonly #board: Board
  readonly #project: string
  readonly #agent: { readonly instructions: string; readonly machine: string } | undefined
  #peer = new AblyPeer(defaultOptions)
  #count = 0

  /** @param agent its name, if it is an agent. */
  constructor(board: Board, project: string, name: string, agent?: { readonly instructions: string; readonly machine: string }) {
    this.#board = board
    this.#project = project
    this.name = name
    this.#agent = agent
  }

  get #userId(): string {
    return `user-${this.name.toLowerCase()}`
  }

  enter(): void {
    const us = { userId: this.#userId, username: this.name }
    this.#present(presenceActions.enter, presenceChannel, { ...us, projectIds: [this.#project] })
    const agent = this.#agent && {
      agentName: this.name,
      agentInstructions: this.#agent.instructions,
      machineName: this.#agent.machine,
    }
    this.#present(presenceActions.enter, channelOf(this.#project), { ...us, isAgent: agent !== undefined, ...agent })
  }

  /** Disconnects without leaving, like a program that is killed; returns as another connection. */
  drop(): void {
    this.#board.leaveAll(this.#peer)
    this.#peer = new AblyPeer(defaultOptions)
  }

  /** @returns the message's id. */
  say(text: string, more: Partial<JaibberMessage> = {}): string {
    return this.publish({
      type: 'message',
      text,
      ...(this.#agent !== undefined && { agentName: this.name, isAgentMessage: true }),
      ...more,
    })
  }

  /** Publishes a complete answer, as in the history; `messageId` is that of the answer whose pieces came before. */
  answer(text: string, to: string, chain: readonly string[], messageId?: string): string {
    const respondingChain = [...chain, this.name.toLowerCase()]
    const depth = { responseDepth: respondingChain.length, respondingChain }
    const id = messageId !== undefined && { messageId }
    return this.publish({ type: 'response', text, agentName: this.name, isAgentMessage: true, ...depth, parentMessageId: to, ...id })
  }

  /** Reports that it could not answer. */
  fail(reason: string, to: string): void {
    this.publish({ type: 'error', text: `Agent error: ${reason}`, agentName: this.name, parentMessageId: to })
  }

  /** Writes an answer piece by piece (specification: Streaming Protocol). @returns its id, also if it stopped at `until`. */
  async stream(text: string, to: string, chain: readonly string[], until = text.length): Promise<string> {
    const responseId = randomUUID()
    this.publish({ type: 'typing', text: '', responseId, agentName: this.name, parentMessageId: to })
    await sleep(600)
    const words = text.slice(0, until).match(/\S+\s*/g) ?? []
    for (let at = 0; at < words.length; at += 4) {
      this.publish({ type: 'chunk', text: words.slice(at, at + 4).join(''), messageId: responseId, agentName: this.name })
      await sleep(chunkMs)
    }
    if (until >= text.length) this.answer(text, to, chain, responseId)
    return responseId
  }

  /** Publishes a message in our name. @returns its id. */
  publish(said: Said): string {
    const messageId = said.messageId ?? randomUUID()
    const data = { from: this.#userId, fromUsername: this.name, projectId: this.#project, messageId, ...said }
    const author = { id: `${this.#peer.id}:${this.#count++}`, clientId: this.#userId, connectionId: this.#peer.id }
    this.#board.publish(channelOf(this.#project), [{ name: 'message', data: JSON.stringify(data), encoding: 'json' }], author)
    return messageId
  }

  #present(action: number, channel: string, data: unknown): void {
    const presence = [{ action, clientId: this.#userId, data: JSON.stringify(data), encoding: 'json' }]
    this.#board.present(this.#peer, { action: actions.presence, channel, msgSerial: this.#count++, presence })
  }
}
