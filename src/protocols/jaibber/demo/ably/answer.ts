import { may } from './access.ts'
import type { Access } from './access.ts'
import { isError } from './access.ts'
import type { Board } from './board.ts'
import type { AblyServerOptions } from './options.ts'
import type { AblyPeer } from './peer.ts'
import { actions, wireError } from './wire.ts'
import type { Frame, Item, WireError } from './wire.ts'

/** What answers to clients need. */
interface Answering {
  readonly options: AblyServerOptions
  readonly access: Access
  readonly board: Board
  /** Tells a client that it is connected. */
  connected(peer: AblyPeer, error?: WireError): void
  /** Forgets a connection. */
  end(peer: AblyPeer): void
}

/** Carries out a client's frame. */
export function answerFrame(peer: AblyPeer, frame: Frame, at: Answering): void {
  const { options, board } = at
  const { capability } = peer.identity
  const channel = frame.channel ?? ''
  const ack = (serials: readonly (string | null)[] = []): void =>
    peer.send({ action: actions.ack, msgSerial: frame.msgSerial ?? 0, count: 1, res: [{ serials }] })
  const nack = (error: WireError): void => peer.send({ action: actions.nack, msgSerial: frame.msgSerial ?? 0, count: 1, error })
  switch (frame.action) {
    case actions.heartbeat:
      return peer.send({ action: actions.heartbeat, ...(frame.id === undefined ? {} : { id: frame.id }) })
    case actions.close:
      peer.send({ action: actions.closed })
      return at.end(peer)
    case actions.disconnect:
      return peer.socket?.close()
    case actions.auth:
      return renew(peer, frame, at)
    case actions.attach: {
      if (may(capability, channel, 'subscribe') || may(capability, channel, 'publish')) return board.attach(peer, frame)
      return peer.send({ action: actions.error, channel, error: wireError(40_160, 'Channel denied access based on given capability', 401) })
    }
    case actions.detach:
      peer.attached.delete(channel)
      return peer.send({ action: actions.detached, channel })
    case actions.message: {
      const messages = frame.messages ?? []
      const refused = may(capability, channel, 'publish') ? refusalOf(peer, messages, options) : denied('publish')
      if (refused !== undefined) return nack(refused)
      if (isRepeated(peer, frame)) return ack(messages.map(() => null))
      const { clientId } = peer.identity
      const author = { id: `${peer.id}:${frame.msgSerial}`, connectionId: peer.id, ...(clientId === undefined ? {} : { clientId }) }
      return ack(board.publish(channel, messages, author))
    }
    case actions.presence:
      if (!may(capability, channel, 'presence')) return nack(denied('presence'))
      if (isRepeated(peer, frame) || board.present(peer, frame)) return ack()
      return nack(wireError(91_000, 'Presence needs a clientId', 400))
  }
}

/** Replaces the token of a connection. */
function renew(peer: AblyPeer, frame: Frame, { access, connected }: Answering): void {
  const { clientId } = peer.identity
  const given = new URLSearchParams({ access_token: frame.auth?.accessToken ?? '', ...(clientId === undefined ? {} : { clientId }) })
  const identity = access.identify(given)
  if (isError(identity)) return peer.send({ action: actions.error, error: identity })
  peer.identity = identity
  connected(peer)
}

/** Sent again after a resume: it was already accepted. */
function isRepeated(peer: AblyPeer, frame: Frame): boolean {
  const serial = frame.msgSerial ?? 0
  if (serial <= peer.acked) return true
  peer.acked = serial
  return false
}

function refusalOf(peer: AblyPeer, messages: readonly Item[], { maxMessageSize, now }: AblyServerOptions): WireError | undefined {
  const size = messages.reduce((sum, { name = '', data }) => sum + Buffer.byteLength(name) + Buffer.byteLength(textOf(data)), 0)
  if (size > maxMessageSize) return wireError(40_009, `Maximum message length exceeded (${size} of ${maxMessageSize} bytes)`, 400)
  return peer.isWithinRate(now()) ? undefined : wireError(42_911, 'Rate limit exceeded; request rejected', 429)
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
}

function denied(operation: string): WireError {
  return wireError(40_160, `Unable to ${operation}: denied by the capability`, 401)
}
