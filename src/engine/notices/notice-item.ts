import { conversationId } from '../../core/conversation.ts'
import { noticeItemId, type NoticeItem } from '../../core/notice.ts'
import { noticeKindOf, noticeVerbsOf } from '../../core/notice-kind.ts'
import type { DebtKind } from '../../core/acts.ts'
import type { Need, NeedSource } from '../../core/need.ts'
import { quotedName } from '../../core/quoted-name.ts'
import type { Twin, TwinOf } from '../../core/twin.ts'
import { terminalName } from '../../core/terminal-text.ts'

/** What the operator owes, after *you owe NAME*. */
const owedWords: Readonly<Record<DebtKind, string>> = {
  answer: 'an answer',
  review: 'a review',
  task: 'a result',
  paste: 'a reply to paste',
  decide: 'a decision',
  approve: 'an approval',
  terminal: 'an answer in its terminal',
  mend: 'a correction',
}

/** Who and why, in the words of each source. */
const titles: Readonly<Record<NeedSource, (who: string) => string>> = {
  answer: (who) => `${who} asks you`,
  review: (who) => `${who} asks you for a review`,
  task: (who) => `${who} asks you for a result`,
  approve: (who) => `${who} needs your approval`,
  terminal: (who) => `${who} waits in its terminal`,
  paste: (who) => `Paste ${who} waits for its reply`,
  decide: (who) => `${who} waits for your decision`,
  prompt: (who) => `${who} waits for your answer`,
  stopped: (who) => `Nobody answers ${who}`,
  failed: (who) => `${who} could not do it`,
  overdue: (who) => `Overdue: ${who}`,
  unowned: (who) => `Nobody took a task of ${who}`,
  refused: (who) => `A reply to ${who} was refused`,
  unusable: (who) => `A file to ${who} is not a message`,
  lint: (who) => `${who} breaks the protocol`,
  link: (who) => `${who} is down`,
  gap: (who) => `Messages are missing on ${who}`,
  journal: () => 'The journal needs you',
  command: (who) => `Not sent to ${who}`,
  deadlock: (who) => `${who} and others wait for each other`,
  starvation: (who) => `${who} keeps passing something over`,
  loop: (who) => `${who} and others repeat themselves`,
  storm: () => 'The same message keeps going around',
  lost: (who) => `${who} is gone and owes something`,
  orphan: (who) => `Nobody will do a task of ${who}`,
}

/** A name, and whose it is not where it only looks like that: `оperator (not you)`. */
function markedName(name: string, twin: Twin | undefined): string {
  const shown = quotedName(terminalName(name))
  return twin === undefined ? shown : `${shown} (not ${twin.isOperator ? 'you' : quotedName(terminalName(twin.name))})`
}

/**
 * The need as far as notifications are concerned. `twinOf`: what a name of its workspace only looks like. `place`: the name of its workspace, where there are
 * several.
 */
export function noticeItem(need: Need, workspace: string, twinOf: TwinOf, place?: string): NoticeItem {
  const { source, change, row } = need
  const kind = noticeKindOf(need)
  return {
    id: noticeItemId(workspace, need.id),
    kind,
    change,
    workspace,
    // Made for those that are shown: of a flood, a few.
    get title() {
      const title = titleOf(need, kind, twinOf)
      return place === undefined ? title : `${quotedName(terminalName(place))}: ${title}`
    },
    body: bodyOf(need),
    agent: need.who,
    verbs: noticeVerbsOf(need),
    since: need.since,
    ...(need.link !== undefined && { source: need.link }),
    ...(need.link !== undefined && need.conversation !== undefined && { conversation: conversationId(need.link, need.conversation) }),
    ...(need.late === true && { late: true }),
    ...(row?.spoke !== undefined && { isAnswered: true }),
    ...(source === 'approve' && { isApproval: true }),
    ...(source === 'link' && need.isUp !== true && { isLinkDown: true }),
  }
}

function titleOf({ source, who: name, row, isUp }: Need, kind: NoticeItem['kind'], twinOf: TwinOf): string {
  const named = (one: string): string => markedName(one, twinOf(one))
  const isDoubted = row?.debt.doubt !== undefined && name === row.creditor
  const who = `${named(name)}${isDoubted ? ' (in doubt)' : ''}`
  const isOwn = kind === 'overdue'
  if (row !== undefined && (isOwn || source === 'overdue')) {
    const [debtor, creditor] = isOwn ? ['you owe', who] : [`${who} owes`, named(row.creditor)]
    return `Overdue: ${debtor} ${creditor} ${owedWords[row.debt.kind]}`
  }
  if (isUp === true) return `${who} does not work as it was set up`
  return `${isOwn ? 'Overdue: ' : ''}${titles[source](who)}`
}

/** Their words, and what to beware of first where a long text would hide it. */
function bodyOf({ text, warning }: Need): string {
  return warning === undefined ? text : `${warning.replace(/\.$/u, '')}. ${text}`
}
