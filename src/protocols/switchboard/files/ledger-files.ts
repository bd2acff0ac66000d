import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { clampTime } from '../../../core/text.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import { failureIn } from '../pure/failure.ts'
import type { Failure } from '../pure/failure.ts'
import type { LedgerFact, MailFact, MessageStage } from '../pure/ledger.ts'
import type { MarkStage } from '../pure/mark.ts'
import { isMessageFile, messageFileName } from '../pure/message.ts'
import { isInMonth } from '../pure/month-archive.ts'
import { outcomeOf } from '../pure/outcome.ts'
import { parseReceipt, parseResultFile, receiptFileName } from '../pure/receipt.ts'
import { mostSuperseded, parseSuperseded, supersededEnding } from '../pure/superseded.ts'
import type { KnownMail } from './known-mail.ts'
import type { MailFolders } from './mail-folders.ts'
import type { MailboxesOptions, StoredMessage } from './mailbox-types.ts'
import { listMarks, markFacts } from './marks.ts'
import { inSwitchboard } from './paths.ts'
import type { AgentFolders } from './paths.ts'

/** What the files prove about one message: the message, its receipt, marks, a result file, an answer. */
export async function factsOf(
  { root, now }: MailboxesOptions,
  folders: MailFolders,
  known: KnownMail,
  stored: StoredMessage,
): Promise<readonly MailFact[]> {
  const { message, agent, box, file, modifiedAt } = stored
  const own = file.slice(file.indexOf('/') + 1)
  const facts: LedgerFact[] = [{ stage: 'written', by: 'file', at: modifiedAt, file: own, who: message.sender }]
  if (box === 'archive') facts.push({ stage: 'archived', by: 'file', file: own })
  const month = isInMonth(own) ? own.split('/').slice(1, -1).join('/') : undefined
  const [markers, marks, superseded] = await Promise.all([
    markerFacts(root, folders, { sender: message.sender, agent, id: message.id, month, now: now() }),
    markFacts(root, folders, agent, message.id, now()),
    month === undefined ? [] : supersededFacts(root, folders, stored, month, now()),
  ])
  const reply = known.replyTo(message)
  return [...facts, ...markers, ...marks, ...superseded, ...(reply === undefined ? [] : [reply])]
}

/** Receipts in the sender's outbox, and marks that programs put next to a message or into its recipient's outbox. */
async function markerFacts(
  root: string,
  folders: MailFolders,
  about: {
    readonly sender: string
    readonly agent: string
    readonly id: string
    /** Its folder in a month's archive: files next to a message are moved along. */
    readonly month: string | undefined
    readonly now: number
  },
): Promise<MailFact[]> {
  const { sender, agent, id, month, now } = about
  const marker = [`${id}.receipt.json`, `${id}.result.json`]
  const places: readonly (readonly [AgentFolders, string, readonly string[]])[] = [
    ['outbox', sender, [receiptFileName(id), ...marker]],
    ['outbox', agent, marker],
    ['inbox', agent, marker],
    ['archive', agent, marker],
  ]
  const facts: MailFact[] = []
  for (const [kind, name, names] of places) {
    const twins = await folders.of(kind, name)
    const beside = kind === 'archive' && month !== undefined ? [month] : []
    for (const folder of [...(twins.ok ? twins.value : []), ...beside]) {
      const files = await readFilesInside(root, inSwitchboard(kind, folder), names, limits.line)
      for (const file of files.ok ? files.value : []) {
        const fact = file.text.ok ? markerFact(file.name, file.text.value, id, now) : undefined
        const path = `${kind}/${folder}/${file.name}`
        if (fact !== undefined) facts.push('failure' in fact ? { failure: { ...fact.failure, file: path } } : { ...fact, file: path })
      }
    }
  }
  return facts
}

/** Proof that the sender replaced the message: next to its file, or where that was before another program archived it. */
async function supersededFacts(
  root: string,
  folders: MailFolders,
  { agent, file, message }: StoredMessage,
  month: string,
  now: number,
): Promise<MailFact[]> {
  const names = new Set([file.slice(file.lastIndexOf('/') + 1), messageFileName(message.id)])
  const inboxes = await folders.of('inbox', agent)
  const places = [['archive', month] as const, ...(inboxes.ok ? inboxes.value : []).map((folder) => ['inbox', folder] as const)]
  for (const [kind, folder] of places) {
    const metas = [...names].map((name) => `${name}${supersededEnding}`)
    const files = await readFilesInside(root, inSwitchboard(kind, folder), metas, mostSuperseded)
    for (const { text } of files.ok ? files.value : []) {
      const superseded = text.ok ? parseSuperseded(text.value, message.id, now) : undefined
      if (superseded !== undefined) return [{ superseded }]
    }
  }
  return []
}

function markerFact(name: string, text: string, id: string, now: number): LedgerFact | { readonly failure: Failure } | undefined {
  const isResult = name.endsWith('.result.json')
  const parsed = isResult ? parseResultFile(name, text) : parseReceipt(text)
  if (!parsed.ok || parsed.value.inReplyTo !== id) return undefined
  const { status, processedAt } = parsed.value
  const at = clampTime(Date.parse(processedAt ?? ''), now)
  const time = at === undefined ? {} : { at }
  if (status === 'delivered') return { stage: 'delivered', by: isResult ? 'result' : 'receipt', ...time }
  const why = failureIn(parsed.value)
  if (why !== undefined) return { failure: { why, ...time } }
  return isResult ? { stage: outcomeOf(parsed.value) === 'asked' ? 'acked' : 'answered', by: 'result', ...time } : undefined
}

function isJsonFile(name: string): boolean {
  return name.endsWith('.json') && !name.startsWith('.')
}

const furthest: readonly (readonly [MarkStage, MessageStage])[] = [
  ['archived', 'archived'],
  ['acknowledged', 'acked'],
  ['read', 'read'],
]

/** The state of an inbox's messages, from file names only, so that thousands need just three listings. */
export async function stagesOf(
  root: string,
  folders: MailFolders,
  known: KnownMail,
  agent: string,
): Promise<Result<ReadonlyMap<string, MessageStage>>> {
  const [twins, marks] = await Promise.all([folders.of('inbox', agent), listMarks(root, folders, agent)])
  if (!twins.ok) return twins
  if (!marks.ok) return marks
  const names = await folders.files.list('inbox', twins.value, isJsonFile)
  if (!names.ok) return names
  const results = new Set(names.value.flatMap(({ name }) => (name.endsWith('.result.json') ? [name.slice(0, -'.result.json'.length)] : [])))
  const stages = new Map<string, MessageStage>()
  for (const { folder, name } of names.value) {
    if (!isMessageFile(name)) continue
    const id = known.idOf(inSwitchboard('inbox', folder, name))
    const own = marks.value.get(id)
    const marked = furthest.find(([stage]) => own?.has(stage) === true && stage !== 'archived')?.[1] ?? 'new'
    stages.set(id, (results.has(id) && !known.isUndone(id)) || known.isAnswered(agent, id) ? 'answered' : marked)
  }
  return ok(stages)
}
