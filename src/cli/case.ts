import { readFile, stat } from 'node:fs/promises'
import { counted } from '../core/count.ts'
import { redactionTitles } from '../core/case/page.ts'
import { redactionKinds, termFault } from '../core/case/redact.ts'
import { fail, reasonOf } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { verifyBytes } from '../io/case.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { realFolder } from '../io/real-folder.ts'
import { complainOf, printJsonBytes, printWords, say } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'
import { endOfProcess } from './end-of-process.ts'
import { runCase } from '../engine/case/run-case.ts'
import { range } from './range.ts'
import { showProgress } from './progress.ts'
import { sayUnread } from './say-unread.ts'
import { version } from './version.ts'

/** Options of `patchbay case export`, as typed. */
export interface CaseExportCommand {
  readonly workspace?: string
  readonly from: string
  readonly to?: string
  readonly title?: string
  readonly agent?: readonly string[]
  readonly tools?: true
  readonly keep?: readonly string[]
  readonly agents?: true
  readonly term?: readonly string[]
  readonly page?: true
  readonly data?: string
}

/** What is replaced unless it is kept; the names of agents are kept unless they are to be replaced. */
const replacedByDefault = ['home', 'mail', 'host', 'me'] as const

/** `patchbay case export`: prints a case, as lines of JSON or as a page. @param ended when the command is to end before it is done. Returns the exit code. */
export async function exportCase(options: CaseExportCommand, ended: Promise<void> = endOfProcess()): Promise<number> {
  const now = Date.now()
  const read = range(options, now)
  if (!read.ok) return wrongUsage(read.fault.field ?? '--from', read.fault.message)
  const { from = 0, to = now } = read.value
  if (from >= to) return wrongUsage('--from', 'It has to be before --to.')
  const wrong = (options.term ?? []).map(termFault).find((fault) => fault !== undefined)
  if (wrong !== undefined) return wrongUsage('--term', wrong)
  // A longer one would not verify.
  if ((options.title?.length ?? 0) > limits.nameChars) return wrongUsage('--title', `A title has at most ${limits.nameChars} characters.`)
  const kinds = new Set<(typeof replacedByDefault)[number] | 'agent'>(
    replacedByDefault.filter((kind) => options.keep?.includes(kind) !== true),
  )
  if (options.agents === true) kinds.add('agent')
  const dataDir = dataDirOf(options.data)
  const form = options.page === true ? 'page' : 'lines'
  const run = runCase(
    {
      dataDir,
      ...(options.workspace !== undefined && { workspace: realFolder(options.workspace) }),
      hasDemos: options.workspace !== undefined,
      choice: {
        title: options.title ?? 'Case',
        from,
        to,
        ...(options.agent !== undefined && { agents: new Set(options.agent) }),
        hasTools: options.tools === true,
      },
      replace: { kinds, terms: options.term ?? [] },
      only: form,
      patchbay: version,
      now,
    },
    process.stdout.isTTY ? () => undefined : showProgress('Read'),
  )
  void ended.then(run.end)
  const made = await run.made
  if (!made.ok) return complainOf(made.fault)
  const { text, page, hash, events, replaced: counts, unread } = made.value
  await printJsonBytes(form === 'page' ? page : text)
  const replaced = redactionKinds.flatMap((kind) => {
    const times = counts.find((each) => each.kind === kind)?.times ?? 0
    return times === 0 ? [] : [`${times} × ${redactionTitles[kind]}`]
  })
  say(`${counted(events, 'event')}. Replaced: ${replaced.join(', ') || 'nothing'}. sha256 ${hash}`)
  return sayUnread(unread, dataDir)
}

/** `patchbay case verify FILE`. Returns the exit code: 1 when it was changed or cannot be read. */
export async function checkCase(file: string, { hash }: { readonly hash?: string }): Promise<number> {
  if (hash !== undefined && !/^[0-9a-f]{64}$/i.test(hash)) return wrongUsage('--hash', 'A hash has 64 hexadecimal digits.')
  let bytes: Buffer
  try {
    const found = await stat(file)
    if (!found.isFile()) return complainOf(fail('invalid', `${file} is not a file.`).fault)
    const { size } = found
    if (size > limits.caseBytes)
      return complainOf(
        fail('too-large', `${file} has ${size.toLocaleString('en')} bytes; a case has at most ${limits.caseBytes.toLocaleString('en')}.`)
          .fault,
      )
    bytes = await readFile(file)
  } catch (thrown) {
    return complainOf(fail('unavailable', `${file} cannot be read: ${reasonOf(thrown)}`).fault)
  }
  const verified = verifyBytes(bytes, version)
  if (!verified.ok) return complainOf(verified.fault)
  if (hash !== undefined && hash.toLowerCase() !== verified.value.hash)
    return complainOf(fail('invalid', `This is another case: its hash is ${verified.value.hash}.`).fault)
  const { lines, isPage, isCompared } = verified.value
  await printWords(`No line was changed: ${counted(lines.length, 'line')}, sha256 ${verified.value.hash}`)
  if (isPage)
    await printWords(
      isCompared
        ? 'The page shows what its lines say.'
        : 'Another release wrote the page: whether it shows what its lines say was not compared.',
    )
  if (hash === undefined)
    await printWords('Compare the hash with the one that you were given: anyone who rewrites every line gets another one.')
  return 0
}
