import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Database } from 'better-sqlite3'
import { count } from '../../core/count.ts'
import type { Journal } from '../../core/journal.ts'
import { limits } from '../../core/limits.ts'
import { realFolder } from '../real-folder.ts'
import type { LineOf } from './export-format.ts'
import type { LinkOf, RecoverState } from './recover-state.ts'

export interface PlacesOptions {
  /** Our clock, ms. */
  readonly now: number
  /** Store the export's only workspace as this folder. */
  readonly workspace?: string
  readonly linkOf: LinkOf
  readonly recover: RecoverState
  /** The setting that records that a link was read to its end: what it reads from then on is unread. */
  readonly caughtUpKey: (link: string) => string
}

/** The workspace and source of this data folder for a source of the export. */
export interface Place {
  readonly workspace: string
  readonly source: string
  readonly protocol: string
}

/** Finds the places of an export in a journal, and creates missing ones. */
export interface ImportPlaces {
  /** @returns why the line cannot be used. */
  workspace(line: LineOf<'workspace'>): string | undefined
  source(line: LineOf<'source'>): string | undefined
  find(source: string): Place | undefined
  workspaceOf(id: string): string | undefined
  /** The text with our source id in place of the one it begins with, before `|`. */
  renamed(text: string): string
  /** Links that were added. */
  added(): number
}

/** Opens the places. Workspaces are the same if their folder is, links if their protocol and place are. */
export function openImportPlaces(journal: Journal, db: Database, options: PlacesOptions): ImportPlaces {
  const find = db.prepare<[string, string], { workspace: string | null; protocol: string }>(
    `SELECT w.id AS workspace, s.protocol FROM sources s JOIN workspaces w ON w.pk = s.workspace WHERE s.id = ?
     UNION ALL SELECT w.id, l.protocol FROM links l JOIN workspaces w ON w.pk = l.workspace WHERE l.id = ?`,
  )
  /** Those of the journal, by folder. */
  const known = new Map(journal.workspaces().map(({ path: folder, id }) => [folder, id]))
  const ids = new Set(known.values())
  const workspaces = new Map<string, string>()
  const sources = new Map<string, Place>()
  let added = 0
  let addedWorkspaces = 0

  function sourceFor(line: LineOf<'source'>, workspace: string): { readonly id: string; readonly isNew: boolean } {
    const owner = find.get(line.id, line.id)
    if (owner?.workspace === workspace && owner.protocol === line.protocol) return { id: line.id, isNew: false }
    const place = line.link && options.linkOf(line.protocol, line.link.config)?.place
    const same = journal
      .links(workspace)
      .find(
        ({ protocol, config }) => protocol === line.protocol && options.linkOf(protocol, config)?.place === place && place !== undefined,
      )
    if (same !== undefined) return { id: same.id, isNew: journal.linkState(same.id) === undefined && find.get(same.id, '') === undefined }
    if (owner === undefined) return { id: line.id, isNew: true }
    // The id is taken by something else here: use another one, the same in every import.
    const id = idFrom(`${workspace} ${line.id}`)
    return { id, isNew: find.get(id, id) === undefined }
  }

  return {
    workspace({ workspace: given }) {
      if (options.workspace !== undefined && workspaces.size > 0 && !workspaces.has(given.id))
        return 'the export has several workspaces, so one folder cannot be chosen for it.'
      const named = options.workspace ?? given.path
      if (!path.isAbsolute(named)) return `the folder ${named} cannot be used on this system; choose one with --workspace.`
      // As every folder is named here: another spelling would be a second workspace of the same folder.
      const folder = realFolder(named)
      const same = known.get(folder)
      const id = same ?? (ids.has(given.id) ? idFrom(`${folder} ${given.id}`) : given.id)
      if (same === undefined) {
        if (addedWorkspaces >= limits.workspaces) return `an import adds at most ${count(limits.workspaces)} workspaces.`
        addedWorkspaces++
        journal.putWorkspace({ ...given, id, path: folder, demo: false })
        known.set(folder, id)
        ids.add(id)
      }
      workspaces.set(given.id, id)
      return undefined
    },
    source(line) {
      const workspace = workspaces.get(line.workspace)
      if (workspace === undefined) return 'its workspace is not in the export.'
      const { id, isNew } = sourceFor(line, workspace)
      sources.set(line.id, { workspace, source: id, protocol: line.protocol })
      if (!isNew) return undefined
      const { link } = line
      const settings = link && options.linkOf(line.protocol, link.config)
      const links = journal.links(workspace)
      const isWanted = link !== undefined && settings !== undefined && !links.some((each) => each.id === id)
      const isFull = isWanted && links.length >= limits.links
      if (isWanted && !isFull) {
        journal.putLink({ id, workspace, protocol: line.protocol, name: link.name, config: settings.config, enabled: false })
        added++
      }
      const state = options.recover(line.protocol, line.state, { isWhole: false, isElsewhere: true })
      journal.append({ workspace, source: id, protocol: line.protocol, at: options.now, events: [], state })
      journal.putSetting(options.caughtUpKey(id), true)
      return isFull ? `its workspace has ${limits.links} links already: this one is not added, its messages are.` : undefined
    },
    find: (source) => sources.get(source),
    workspaceOf: (id) => workspaces.get(id),
    renamed(text) {
      const bar = text.indexOf('|')
      const place = bar < 0 ? undefined : sources.get(text.slice(0, bar))
      return place === undefined ? text : `${place.source}${text.slice(bar)}`
    },
    added: () => added,
  }
}

/** An id of the same form as ours. */
function idFrom(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 26).toUpperCase()
}
