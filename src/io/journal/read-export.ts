import type { Event, NewEvent } from '../../core/event.ts'
import type { Result } from '../../core/fault.ts'
import { exportJournal, type Exported, type ExportOptions } from './export.ts'
import { exportLineSchema, type LineOf } from './export-format.ts'

/** What to do with each line of an export, in its order: workspaces with their sources and kept values, then events. */
export interface ExportReader extends Omit<ExportOptions, 'write'> {
  readonly onWorkspace?: (workspace: LineOf<'workspace'>['workspace']) => void
  readonly onSource?: (line: LineOf<'source'>) => void
  readonly onKept?: (line: LineOf<'kept'>) => void
  /** `replaced`: the version that it supersedes. */
  readonly onEvent?: (event: Event, replaced?: Event) => void
}

/**
 * Reads a journal as `patchbay export` does, whether or not Patchbay is running, and locks nothing. Ids and cursors of the events are those of this reading:
 * equal only within it.
 */
export async function readExport(dataDir: string, reader: ExportReader): Promise<Result<Exported>> {
  const sources = new Map<string, LineOf<'source'>>()
  let cursor = 0
  let last: Event | undefined
  const take = (text: string): void => {
    const read = exportLineSchema.safeParse(JSON.parse(text))
    if (!read.success) return
    const line = read.data
    if (line.type === 'workspace') reader.onWorkspace?.(line.workspace)
    else if (line.type === 'source') {
      sources.set(line.id, line)
      reader.onSource?.(line)
    } else if (line.type === 'kept') reader.onKept?.(line)
    else if (line.type === 'event') {
      const source = sources.get(line.source)
      if (source === undefined) return
      const { protocol, workspace } = source
      const event = storedEvent(line, { source: line.source, protocol, workspace, cursor: ++cursor, at: line.at })
      // A version comes directly behind the one that it replaces, and keeps its place.
      const replaced = line.supersedes !== undefined && last?.wireId === line.supersedes ? last : undefined
      last = replaced === undefined ? event : { ...event, ord: replaced.ord }
      reader.onEvent?.(last, replaced)
    }
  }
  return exportJournal(dataDir, {
    ...reader,
    write: (text) => {
      for (const line of text.split('\n')) if (line !== '') take(line)
      return Promise.resolve()
    },
  })
}

/** An event as if it were stored, by its identity on its link. */
export function storedEvent(
  event: NewEvent,
  { source, protocol, workspace, cursor, at }: Pick<Event, 'source' | 'protocol' | 'workspace' | 'cursor' | 'at'>,
): Event {
  const { ord: _ord, ...rest } = event
  return { ...rest, id: `${source}|${event.wireId}`, cursor, ord: cursor, workspace, source, protocol, seq: cursor, at }
}
