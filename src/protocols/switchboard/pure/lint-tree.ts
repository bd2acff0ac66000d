import { fail } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { fieldOf, parseJsonObject } from '../../../core/json-text.ts'
import type { Finding } from '../../../core/lint.ts'
import { checkAgentName, nameKey } from './agent-name.ts'
import { lintDirection, strangerFinding } from './lint-message.ts'
import { finding } from './lint-rules.ts'
import { isMessageFile, messageFileName, parseMessageFile } from './message.ts'
import type { SwitchboardMessage } from './message.ts'
import { parseMark } from './mark.ts'
import { parseReceipt } from './receipt.ts'
import type { Party } from './roles.ts'
import { parseState } from './state-file.ts'
import type { SwitchboardState } from './state-file.ts'

/** One file or folder of a tree. */
export interface TreeEntry {
  /** Relative to `.switchboard/`, with `/`. */
  readonly path: string
  readonly isFolder: boolean
  /** Absent: it could not be read, or is not text. */
  readonly text?: string
  /** Permission bits. */
  readonly mode?: number
}

export interface Tree {
  readonly entries: readonly TreeEntry[]
  /** True if a process with this id runs on this machine. */
  isAlive(pid: number): boolean
  /** Whether permission bits mean something here (not on Windows). */
  readonly hasModes: boolean
}

/** A finding and its file. Printed as one JSON line with keys in this order. */
export interface TreeFinding extends Finding {
  readonly file: string
}

interface FoundMessage {
  readonly file: string
  readonly mailbox: string
  readonly message: SwitchboardMessage
}

/** Checks a whole `.switchboard/`: names, messages, receipts, marks, the state and the server's files. Linear. */
export function lintTree(tree: Tree): TreeFinding[] {
  const found: TreeFinding[] = []
  const say = (file: string, ...findings: readonly Finding[]): void => void found.push(...findings.map((each) => ({ file, ...each })))
  const messages: FoundMessage[] = []
  const proven = new Map<string, string>() // receipts by the id of their message
  const marked: { readonly id: string; readonly file: string }[] = []
  const mailboxes = new Map<string, string>()
  let state: SwitchboardState | undefined

  for (const entry of tree.entries) {
    const { path } = entry
    const parts = path.split('/')
    const [top = '', second = '', third] = parts
    const name = parts.at(-1) ?? ''
    if (!entry.isFolder && /(?:^\..*|\.)tmp$/.test(name)) say(path, finding('SW013', 'A temporary file was left behind; it is not used.'))
    else if (top === 'inbox' || top === 'archive') {
      if (parts.length === 2 && entry.isFolder) say(path, ...lintMailbox(second, mailboxes))
      if (third !== undefined && parts.length === 3 && !entry.isFolder && isMessageFile(third)) {
        const read = readMessage(entry, third)
        if (read.ok) messages.push({ file: path, mailbox: second, message: read.value })
        else say(path, finding('SW001', read.fault.message, read.fault.fix))
      }
    } else if (top === 'outbox' && !entry.isFolder && name.startsWith('receipt_')) {
      const receipt = parseReceipt(entry.text ?? '')
      if (receipt.ok) proven.set(receipt.value.inReplyTo, path)
      else say(path, finding('SW007', receipt.fault.message))
    } else if (top === 'ledger' && !entry.isFolder) {
      const mark = parseMark(entry.text ?? '')
      if (mark.ok) marked.push({ id: mark.value.inReplyTo, file: path })
      else say(path, finding('SW007', mark.fault.message))
    } else if (path === 'server_info.json') say(path, ...lintServerInfo(entry, tree))
    else if (path === 'auth_token') say(path, ...lintToken(entry, tree))
    else if (path === 'state.json') {
      const read = parseState(entry.text ?? '')
      if (read.ok) state = read.value
      else say(path, finding('SW010', read.fault.message))
    }
  }

  const parties = state === undefined ? undefined : partiesOf(state)
  const firstOf = new Map<string, string>()
  for (const { file, mailbox, message } of messages) {
    say(file, ...lintPlace(file, mailbox, message))
    const first = firstOf.get(message.id)
    if (first === undefined) firstOf.set(message.id, file)
    else say(file, finding('SW012', `${first} contains a message with the same id.`))
    if (!proven.has(message.id)) say(file, finding('SW006', 'This message has no receipt in its sender’s outbox.'))
    if (parties !== undefined) say(file, ...lintParties(message, parties, mailboxes))
  }
  for (const [id, file] of proven) if (!firstOf.has(id)) say(file, finding('SW007', `There is no message ${id}.`))
  for (const { id, file } of marked) if (!firstOf.has(id)) say(file, finding('SW007', `There is no message ${id}.`))
  return found
}

function readMessage(entry: TreeEntry, name: string): Result<SwitchboardMessage> {
  return entry.text === undefined ? fail('invalid', 'The file cannot be read as text.') : parseMessageFile(name, entry.text)
}

function lintMailbox(name: string, known: Map<string, string>): Finding[] {
  const checked = checkAgentName(name, 'The mailbox’s name')
  if (!checked.ok) return [finding('SW002', checked.fault.message, checked.fault.fix)]
  const twin = known.get(nameKey(name))
  if (twin === undefined) known.set(nameKey(name), name)
  return twin === undefined || twin === name ? [] : [finding('SW011', `“${twin}” is the same agent; its mail is in two folders.`)]
}

function lintPlace(file: string, mailbox: string, message: SwitchboardMessage): Finding[] {
  const name = messageFileName(message.id)
  return [
    ...(file.endsWith(`/${name}`) ? [] : [finding('SW003', `The file should be named ${name}, after the message id.`)]),
    ...(nameKey(mailbox) === nameKey(message.recipient)
      ? []
      : [finding('SW004', `Addressed to ${message.recipient}, but found in the mailbox of ${mailbox}.`)]),
  ]
}

function partiesOf(state: SwitchboardState): ReadonlyMap<string, Party> {
  return new Map([
    ...[...state.chatAgents].map(([name, { role }]) => partyOf(name, role, false)),
    ...[...state.terminals].map(([name, { role }]) => partyOf(name, role, true)),
  ])
}

function partyOf(name: string, role: string | undefined, isTerminal: boolean): [string, Party] {
  return [nameKey(name), { name, isTerminal, ...(role === undefined ? {} : { role }) }]
}

function lintParties(message: SwitchboardMessage, parties: ReadonlyMap<string, Party>, mailboxes: ReadonlyMap<string, string>): Finding[] {
  const odd = lintDirection(message, (name) => parties.get(nameKey(name)) ?? { name })
  const isKnown = parties.size === 0 || parties.has(nameKey(message.recipient)) || mailboxes.has(nameKey(message.recipient))
  return isKnown ? odd : [...odd, strangerFinding(message.recipient)]
}

function lintServerInfo(entry: TreeEntry, tree: Tree): Finding[] {
  const object = parseJsonObject(entry.text ?? '', 'server_info.json')
  if (!object.ok) return [finding('SW008', object.fault.message)]
  const pid = fieldOf(object.value, 'pid')
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return [finding('SW008', 'It does not name the serving process.')]
  return tree.isAlive(pid) ? [] : [finding('SW008', `The process ${pid} named in it is no longer running.`)]
}

function lintToken(entry: TreeEntry, tree: Tree): Finding[] {
  if (!tree.hasModes || entry.mode === undefined || (entry.mode & 0o077) === 0) return []
  return [finding('SW009', `Its mode is ${(entry.mode & 0o777).toString(8).padStart(4, '0')}; it should be 0600.`, '0600')]
}
