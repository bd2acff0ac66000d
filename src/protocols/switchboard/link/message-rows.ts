import { graded } from '../../../core/doubt.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { StoredMessage } from '../files/mailbox-types.ts'
import { switchboardFolder } from '../files/paths.ts'
import type { MessageDetail, MessageList, MessageRow } from '../pure/api.ts'
import { inWorkspace } from '../pure/config.ts'
import { ledgerOf, ledgerStages, sortFacts } from '../pure/ledger.ts'
import type { Ledger, MailFact } from '../pure/ledger.ts'
import { lintDirection, lintMessageText } from '../pure/lint-message.ts'
import { listedOf } from '../pure/message.ts'
import { partyIn } from '../service/doubts.ts'
import { defined } from '../pure/defined.ts'
import type { IndexedMail } from './mail-index.ts'
import type { RunningLink } from './running-link.ts'
import { readMailEvenGone } from './gone-mail.ts'
import { doubtsOfThen } from './trust.ts'

const previewChars = 300
const mostThread = 50
/** Messages whose proofs are read in parallel. */
const together = 16

/** One list of a mailbox, newest first. Only the page's files are opened. */
export async function mailPage(
  link: RunningLink,
  input: { readonly mailbox: string; readonly group: MessageList; readonly before?: string | undefined; readonly limit: number },
): Promise<Result<{ readonly rows: MessageRow[]; readonly total: number; readonly hasMore: boolean }>> {
  const all = link.index.list(input.mailbox, input.group, link.context.now())
  const from = input.before === undefined ? 0 : all.findIndex((mail) => mail.id === input.before) + 1
  const page = all.slice(from, from + input.limit)
  return ok({ rows: await rowsOf(link, page), total: all.length, hasMore: from + page.length < all.length })
}

/** A whole message with everything that the files prove about it. */
export async function mailDetail(link: RunningLink, mailbox: string, id: string): Promise<Result<MessageDetail>> {
  const stored = await readMailEvenGone(link, mailbox, id)
  if (!stored.ok) return stored
  const { message, text } = stored.value
  const facts = await link.mailboxes.facts(stored.value)
  const receipt = sortFacts(facts).ledger.find((fact) => fact.stage === 'delivered' && fact.by === 'receipt')
  const { state } = link.state
  // Judged as when it arrived, not by today's roles.
  const then = new Set(doubtsOfThen(link, stored.value).map((doubt) => graded(doubt).text))
  const direction = lintDirection(message, (name) => partyIn(state, name)).filter((finding) => then.has(finding.message))
  return ok({
    row: rowOf(link, stored.value, facts),
    payload: message.payload,
    createdAt: message.createdAt,
    metadata: Object.entries(message.metadata ?? {}).map(([label, value]) => ({
      label,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
    raw: text,
    lint: [...lintMessageText(text), ...direction],
    thread: (await rowsOf(link, threadOf(link, mailbox, id))).toSorted((one, other) => one.at - other.at),
    ...defined({ persona: message.persona }),
    ...(receipt === undefined
      ? {}
      : { receipt: { file: pathOf(link, receipt.file ?? ''), status: 'delivered', ...defined({ at: receipt.at }) } }),
  })
}

async function rowsOf(link: RunningLink, mails: readonly IndexedMail[]): Promise<MessageRow[]> {
  const rows: MessageRow[] = []
  for (let from = 0; from < mails.length; from += together) {
    const part = await Promise.all(
      mails.slice(from, from + together).map(async (mail) => {
        const stored = await readMailEvenGone(link, mail.agent, mail.id)
        return stored.ok ? [rowOf(link, stored.value, await link.mailboxes.facts(stored.value))] : []
      }),
    )
    rows.push(...part.flat())
  }
  return rows
}

function rowOf(link: RunningLink, stored: StoredMessage, facts: readonly MailFact[]): MessageRow {
  const { index, journal, config, context } = link
  const { agent, box, file, message, modifiedAt } = stored
  const mail: IndexedMail = index.get(agent, message.id) ?? { id: message.id, agent, box, file, at: modifiedAt, sender: message.sender }
  const { ledger, failure, superseded } = sortFacts(facts)
  return {
    id: message.id,
    mailbox: agent,
    box,
    file: inWorkspace(config, file),
    action: message.action,
    sender: message.sender,
    isClaim: !journal.isProven(stored),
    text: message.payload
      .slice(0, previewChars)
      .replaceAll(/[ \t\r\n]+/g, ' ')
      .trim()
      .toWellFormed(),
    at: mail.at,
    group: index.groupOf(mail),
    ledger: shownLedger(link, ledgerOf(ledger, message.recipient)),
    // That it was not done is shown separately in the row.
    doubts: doubtsOfThen(link, stored).filter((doubt) => failure === undefined || !graded(doubt).text.endsWith(`: ${failure.why}`)),
    isOverdue: index.isOverdue(mail, context.now()),
    ...listedOf(message),
    ...defined({ dueAt: index.dueAt(mail), isGone: mail.isGone, superseded }),
    ...(failure === undefined ? {} : { failure: { ...failure, ...defined({ file: failure.file && pathOf(link, failure.file) }) } }),
  }
}

function shownLedger(link: RunningLink, ledger: Ledger): Ledger {
  const shown = ledgerStages.flatMap((stage) => {
    const entry = ledger[stage]
    return entry === undefined ? [] : [[stage, { ...entry, ...defined({ file: entry.file && pathOf(link, entry.file) }) }] as const]
  })
  return Object.fromEntries(shown) as Ledger
}

/** The workspace path of a path below `.switchboard/`. */
function pathOf({ config }: RunningLink, file: string): string {
  return inWorkspace(config, `${switchboardFolder}/${file}`)
}

/** The messages it answers, itself, and those that answer it. */
function threadOf({ index }: RunningLink, mailbox: string, id: string): readonly IndexedMail[] {
  const found = new Map<string, IndexedMail>()
  const add = (mail: IndexedMail | undefined): void => {
    if (mail === undefined || found.size >= mostThread || found.has(`${mail.agent}/${mail.id}`)) return
    found.set(`${mail.agent}/${mail.id}`, mail)
    if (mail.replyTo !== undefined) add(mail.sender === undefined ? undefined : index.get(mail.sender, mail.replyTo))
    for (const answer of index.answersTo(mail.id)) add(answer)
  }
  add(index.get(mailbox, id))
  return [...found.values()]
}
