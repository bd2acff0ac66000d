import type { PresenceBody, StatusWord } from '../../../core/event.ts'
import { fail, ok, reasonOf } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { isChatName } from './header.ts'

/** The file's status words and ours. Nothing is guessed: a stopped or completed agent is not waiting for anything. */
const words: ReadonlyMap<string, StatusWord> = new Map([
  ['running', 'working'],
  ['idle', 'idle'],
  ['completed', 'idle'],
  ['stopped', 'idle'],
  ['error', 'lost'],
])

/** `waiting for reviewer` as a whole task, or `waiting for reviewer: …` with what is needed. */
export const waiting = /^\s*(?:waiting|blocked) (?:for|on|by) @?([\w-]{1,128})(?:[.!]?\s*$|:\s*(?=\S))/iu

/** What is needed can only be answered in the terminal of the agent’s program: `waiting for operator: in its terminal: …`. */
export const inTerminal = 'in its terminal: '

/**
 * Reads `process-status.json`: one entry per agent. The key `server` belongs to the watcher and is skipped, as is anything that is not an entry.
 * Never throws; a file that is not a JSON object is a fault (it may be half written).
 */
export function readProcessStatus(text: string): Result<PresenceBody[]> {
  let value: unknown
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (thrown) {
    return fail('invalid', 'process-status.json is not valid JSON.', { detail: reasonOf(thrown) })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('invalid', 'process-status.json must be an object with one entry per agent.')
  }
  const found: PresenceBody[] = []
  for (const [agent, entry] of Object.entries(value)) {
    if (agent === 'server' || !isChatName(agent) || agent.length > limits.nameChars) continue
    const presence = readEntry(agent, entry)
    if (presence !== undefined) found.push(presence)
    if (found.length === limits.agentsListed) break
  }
  return ok(found)
}

function readEntry(agent: string, entry: unknown): PresenceBody | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const said = textOf(entry, 'status', 64)
  if (said === undefined) return undefined
  const task = textOf(entry, 'task', 2_000)
  // The file has no word for waiting: the task says it.
  const word = said === 'running' && task !== undefined && waiting.test(task) ? 'waiting' : words.get(said)
  const since = timeOf(entry, 'completedAt') ?? timeOf(entry, 'startedAt')
  const error = textOf(entry, 'error', 2_000)
  return {
    kind: 'presence',
    agent,
    word: word ?? '?',
    evidence: word === undefined ? 'unknown' : 'declared',
    said,
    ...(task === undefined ? {} : { task }),
    ...(since === undefined ? {} : { since }),
    ...(error === undefined ? {} : { error }),
  }
}

function fieldOf(entry: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(entry, name)?.value
}

function textOf(entry: object, name: string, most: number): string | undefined {
  const value = fieldOf(entry, name)
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, most) : undefined
}

/** ISO-8601 (any number of digits, `Z` or an offset) or milliseconds; unverified, so impossible times are dropped. */
function timeOf(entry: object, name: string): number | undefined {
  const value = fieldOf(entry, name)
  const ms = typeof value === 'number' ? value : typeof value === 'string' && value.length < 64 ? Date.parse(value) : Number.NaN
  return Number.isFinite(ms) && ms >= Date.UTC(2000) && ms < Date.UTC(2100) ? Math.round(ms) : undefined
}
