import type { Actor } from '../../../core/approval.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { readFilesInside } from '../../../io/folder-files.ts'
import { writeNew } from '../../../io/new-file.ts'
import { listInside } from '../../../io/safe-path.ts'
import { clampTime } from '../../../core/text.ts'
import type { LedgerFact } from '../pure/ledger.ts'
import { formatMark, markFileName, markOf, markStages, parseMark } from '../pure/mark.ts'
import type { MarkStage } from '../pure/mark.ts'
import { checkMessageId } from '../pure/message.ts'
import type { MailFolders } from './mail-folders.ts'
import { mostMail } from './mail-folders.ts'
import type { MailboxesOptions } from './mailbox-types.ts'
import { inSwitchboard } from './paths.ts'

/** Records who did what with a message. An existing mark stays: the first action counts. */
export async function writeMark(
  options: MailboxesOptions,
  folders: MailFolders,
  act: { readonly agent: string; readonly id: string; readonly stage: MarkStage; readonly by: string; readonly note?: string | undefined },
  actor: Actor,
): Promise<Result<void>> {
  const checked = checkMessageId(act.id)
  if (!checked.ok) return checked
  const place = await folders.place('ledger', act.agent)
  if (!place.ok) return place
  const text = formatMark(markOf(act.id, act.stage, act.by, options.now(), act.note))
  const name = markFileName(act.id, act.stage)
  return options.gate.perform(
    {
      actor,
      effect: { kind: 'write', target: inSwitchboard('ledger', place.value, name), exact: text },
      question: `${actor.name} asks to mark a message of ${act.agent} as ${act.stage}`,
      duringHalt: 'receipt',
    },
    async (permit) => {
      const written = await folders.writeIn(permit, 'ledger', act.agent, (folder) =>
        writeNew(permit, options.root, inSwitchboard('ledger', folder, name), text),
      )
      return written.ok || written.fault.code !== 'conflict' ? written : ok(undefined)
    },
  )
}

/** Id and stage in the name of a mark; undefined for other files. */
export function markOfName(name: string): { readonly id: string; readonly stage: MarkStage } | undefined {
  for (const stage of markStages) {
    const end = `.${stage}.json`
    if (name.endsWith(end) && !name.startsWith('.')) return { id: name.slice(0, -end.length), stage }
  }
  return undefined
}

/** The marks of one agent's messages, from file names only. */
export async function listMarks(
  root: string,
  folders: MailFolders,
  agent: string,
): Promise<Result<ReadonlyMap<string, ReadonlySet<MarkStage>>>> {
  const twins = await folders.of('ledger', agent)
  if (!twins.ok) return twins
  const marks = new Map<string, Set<MarkStage>>()
  for (const folder of twins.value) {
    const listed = await listInside(root, inSwitchboard('ledger', folder), 3 * mostMail)
    if (!listed.ok && listed.fault.code !== 'not-found') return listed
    for (const name of listed.ok ? listed.value.names : []) {
      const mark = markOfName(name)
      if (mark === undefined) continue
      const known = marks.get(mark.id)
      if (known === undefined) marks.set(mark.id, new Set([mark.stage]))
      else known.add(mark.stage)
    }
  }
  return ok(marks)
}

/** What the marks of one message prove. An unreadable mark counts, without its time. */
export async function markFacts(root: string, folders: MailFolders, agent: string, id: string, now: number): Promise<LedgerFact[]> {
  const twins = await folders.of('ledger', agent)
  const facts: LedgerFact[] = []
  for (const folder of twins.ok ? twins.value : []) {
    const names = markStages.map((stage) => markFileName(id, stage))
    const files = await readFilesInside(root, inSwitchboard('ledger', folder), names, limits.line)
    for (const { name, text } of files.ok ? files.value : []) {
      if (!text.ok && text.fault.code === 'not-found') continue
      const mark = text.ok ? parseMark(text.value) : text
      const stage = markOfName(name)?.stage
      if (stage === undefined) continue
      const at = mark.ok ? clampTime(Date.parse(mark.value.processedAt), now) : undefined
      facts.push({
        stage: stage === 'acknowledged' ? 'acked' : stage,
        by: 'mcp',
        file: `ledger/${folder}/${name}`,
        ...(at === undefined ? {} : { at }),
        ...(mark.ok ? { who: mark.value.by } : {}),
      })
    }
  }
  return facts
}
