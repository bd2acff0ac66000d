import path from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { parseQueryDate } from '../core/query-date.ts'
import { terminalJson } from '../core/terminal-text.ts'
import { defaultDataDir } from '../io/data-dir.ts'
import { exportJournal } from '../io/journal/export.ts'
import { printJsonBytes, say } from '../io/standard-streams.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { complain } from './complain.ts'
import { endOfProcess } from './end-of-process.ts'
import { linkInfo } from './link-info.ts'
import { showProgress } from './progress.ts'
import { version } from './version.ts'

/** Options of `patchbay export`, as typed. */
export interface ExportCommand {
  readonly workspace?: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
}

/** `patchbay export`: prints the journal as lines of JSON, also while Patchbay runs. Returns the exit code. */
export async function exportEvents(options: ExportCommand): Promise<number> {
  const now = Date.now()
  const from = moment('--from', options.from, now)
  const to = moment('--to', options.to, now)
  if (!from.ok) return complain(from.fault)
  if (!to.ok) return complain(to.fault)
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  const links = linkInfo(await loadProtocols())
  const done = await exportJournal(options.data === undefined ? defaultDataDir() : path.resolve(options.data), {
    ...(options.workspace !== undefined && { workspace: path.resolve(options.workspace) }),
    ...(from.value !== undefined && { from: from.value.begin }),
    ...(to.value !== undefined && { to: to.value.end }),
    patchbay: version,
    now,
    ...links,
    write: (lines) => printJsonBytes(terminalJson(lines)),
    ...(!process.stdout.isTTY && { progress: showProgress('Exported') }),
    signal: stop.signal,
  })
  if (!done.ok) return complain(done.fault)
  const { events, workspaces } = done.value
  say(`Exported ${events.toLocaleString('en')} events of ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}.`)
  return 0
}

/** A day begins and ends; any other moment is both. */
function moment(
  option: string,
  text: string | undefined,
  now: number,
): Result<{ readonly begin: number; readonly end: number } | undefined> {
  if (text === undefined) return ok(undefined)
  const begin = parseQueryDate(text, option, now)
  if (!begin.ok) return fail('invalid', `${option} needs a date such as 2026-05-31, 2026-05-31T12:00, yesterday or 2h.`)
  const day = new Date(begin.value)
  const isDay = /^(?:\d{4}-\d{2}-\d{2}|today|yesterday)$/i.test(text)
  const end = isDay ? new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() : begin.value
  return ok({ begin: begin.value, end })
}
