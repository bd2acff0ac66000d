import type { Doubt } from '../../../core/doubt.ts'
import type { EventBody, Evidence, NewEvent, PresenceBody, ProfileBody, ReceiptBody, StatusWord } from '../../../core/event.ts'
import type { Fault } from '../../../core/fault.ts'
import { fieldOf } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import { defined } from './defined.ts'
import { dueTime } from './due-time.ts'
import type { SwitchboardMessage } from './message.ts'
import { claimedAt } from './message.ts'
import { endStatus } from './session-end.ts'
import type { ChatAgentState, TerminalState } from './state-file.ts'
import { mailWireId } from './wire.ts'

/** A message of a mailbox, for the journal. */
export interface FoundMail {
  /** As its folder is spelled. */
  readonly mailbox: string
  readonly message: SwitchboardMessage
  /** The file's exact text. */
  readonly text: string
  /** Path below the workspace. */
  readonly path: string
  /** What is odd about it, one sentence each. */
  readonly doubts: readonly Doubt[]
  readonly now: number
  /** Set if the text differs from the one first reported under this identity. */
  readonly version?: string | undefined
  readonly supersedes?: string | undefined
}

/** Specification: Message Schema. */
export function mailEvent(found: FoundMail): NewEvent {
  const { mailbox, message, text, path, doubts, now, version, supersedes } = found
  const claimed = claimedAt(message, now)
  const data = deskData(message)
  return {
    wireId: mailWireId(mailbox, message.id, version),
    ...(claimed === undefined ? {} : { claimedAt: claimed }),
    ...(supersedes === undefined ? {} : { supersedes }),
    raw: { text, anchor: anchorOf(path) },
    body: {
      kind: 'message',
      conversation: `inbox/${mailbox}`,
      from: message.sender,
      to: [message.recipient],
      observers: [],
      text: message.payload,
      label: message.action,
      // Whoever answers has received the message: it is in the mailbox of this message's sender.
      ...(message.replyTo === undefined ? {} : { replyTo: mailWireId(message.sender, message.replyTo) }),
      ...(data === undefined ? {} : { data }),
      ...(doubts.length === 0 ? {} : { doubts: [...doubts] }),
    },
  }
}

/** What `metadata` says about the debt of a message: when it is due, that it is a reminder, whose work it hands over. */
function deskData(message: SwitchboardMessage): Record<string, unknown> | undefined {
  const { metadata = {} } = message
  const said = Object.fromEntries(
    (['reminder', 'handedOverFrom', 'original'] as const).flatMap((field) => {
      const value = fieldOf(metadata, field)
      const isUsable = typeof value === 'number' || (typeof value === 'string' && value.length <= limits.nameChars)
      return isUsable ? [[field, value] as const] : []
    }),
  )
  const data = { ...said, ...defined({ due: dueTime(message) }) }
  return Object.keys(data).length === 0 ? undefined : data
}

/** Identity of a result file that asks back about a message. `version` tells later questions from the first. */
export function questionWireId(of: string, version?: string): string {
  return `receipt/question/${of}${version === undefined ? '' : `@${version}`}`
}

/**
 * A receipt, mark, result file or answer that proves how far a message got. A result file is told of beside what messages and marks say of the same stage; one that
 * asks back, beside the result that follows.
 */
export function receiptEvent(
  proof: Omit<ReceiptBody, 'kind'> & { readonly path: string; readonly raw: string; readonly isResult?: true; readonly version?: string },
): NewEvent {
  const { path, raw, isResult, version, ...body } = proof
  const isQuestion = isResult === true && body.stage === 'acked'
  const name = isResult === true && body.stage === 'answered' ? 'result' : body.stage
  return {
    wireId: isQuestion ? questionWireId(body.of, version) : `receipt/${name}/${body.of}`,
    raw: { text: raw, anchor: anchorOf(path) },
    body: { kind: 'receipt', ...body },
  }
}

/** A file in an inbox that is not a message. `version` distinguishes its texts. */
export function deadLetterEvent(path: string, text: string, fault: Fault, version: string): NewEvent {
  const said = { ...fault, message: `Dead letter, left in place: ${fault.message}`.slice(0, 2_000) }
  return { wireId: `dead/${path}@${version}`, raw: { text, anchor: anchorOf(path) }, body: { kind: 'fault', fault: said } }
}

/** How long the status of an agent without a session of ours is valid after it was last seen, ms. */
const freshMs = 15 * 60_000

/**
 * What `state.json` says about one agent. For connected agents it is valid as long as the session; for any other it expires.
 * @param now when the file was read, ms.
 */
export function agentBodies(
  agent: string,
  entry: ChatAgentState | TerminalState,
  isConnected: boolean,
  now: number,
): readonly (PresenceBody | ProfileBody)[] {
  const said = entry.status?.trim() ?? ''
  const known = words.get(said.toLowerCase())
  const [word, evidence] = known ?? (said === '' ? (['?', 'unknown'] as const) : (['working', 'inferred'] as const))
  const lastSeen = Math.min(now, timeOf(entry.lastSeen) ?? now)
  const isOver = word === 'ended' || word === 'lost'
  const role = entry.role ?? ('purpose' in entry ? entry.purpose : undefined)
  const triggers = 'capabilities' in entry ? entry.capabilities?.slice(0, 64) : undefined
  return [
    {
      kind: 'presence',
      agent,
      word,
      evidence,
      said: saidOf(said, isConnected),
      ...(isConnected || isOver ? {} : { until: lastSeen + freshMs }),
      ...(entry.statusMessage === undefined ? {} : { task: entry.statusMessage.slice(0, 2_000) }),
    },
    {
      kind: 'profile',
      agent,
      ...(role === undefined ? {} : { role: role.slice(0, 200) }),
      ...(triggers === undefined ? {} : { triggers: [...triggers] }),
    },
  ]
}

function saidOf(said: string, isConnected: boolean): string {
  if (isConnected && (said === '' || said === 'active')) return 'connected'
  if (said === endStatus.stopped) return 'stopped by you'
  return said === '' ? 'registered' : said.slice(0, 64)
}

/** An agent is no longer registered. */
export function goneBody(agent: string): EventBody {
  return { kind: 'presence', agent, word: 'ended', evidence: 'declared', said: 'unregistered' }
}

/** Status words that agents set with `set_agent_status`, and those that we write. Any other word means that the agent is working. */
const words: ReadonlyMap<string, readonly [StatusWord, Evidence]> = new Map(
  (
    [
      ['working', 'declared', ['working', 'busy', 'running', 'in_progress', 'in progress']],
      ['waiting', 'declared', ['waiting', 'blocked', 'paused']],
      ['idle', 'declared', ['idle', 'ready', 'done', 'available', 'completed', 'stopped']],
      ['idle', 'transport', ['active', 'connected', 'registered', 'online']],
      ['lost', 'declared', ['error', 'failed']],
      ['lost', 'transport', [endStatus.lost]],
      ['ended', 'transport', [endStatus.ended, endStatus.stopped]],
      ['?', 'unknown', ['unknown']],
    ] as const
  ).flatMap(([word, evidence, said]) => said.map((each) => [each, [word, evidence]] as const)),
)

function anchorOf(path: string): { readonly label: string; readonly path: string } {
  return { label: path.slice(path.lastIndexOf('/') + 1), path }
}

function timeOf(value: string | number | undefined): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : value
  return ms === undefined || !Number.isFinite(ms) || ms < 0 ? undefined : ms
}
