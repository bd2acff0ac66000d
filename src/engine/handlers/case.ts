import type { HandlersOf } from '../../api/server.ts'
import { conversationOf } from '../../core/case/build.ts'
import { termFault } from '../../core/case/redact.ts'
import { isChanged } from '../../core/case/row.ts'
import { fail, ok } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { EngineContext } from '../engine-context.ts'

/** Characters of one piece: each takes at most six bytes in a frame. */
const pieceChars = 256 * 1024

/** The most first, as many as the contract allows. */
function most<T>(counts: ReadonlyMap<string, number>, rowOf: (key: string, count: number) => T): T[] {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limits.agentsListed)
    .map(([key, count]) => rowOf(key, count))
}

/** Cases that the operator exports. */
export function caseHandlers({ rooms, cases, services }: EngineContext): HandlersOf<'case'> {
  return {
    async 'case.preview'({ workspace, choice, replace }, caller) {
      const room = rooms.get(workspace)
      if (!room.ok) return room
      if (choice.from >= choice.to) return fail('invalid', 'The time of a case must begin before it ends.', { field: 'from' })
      const wrong = replace.terms.map(termFault).find((fault) => fault !== undefined)
      if (wrong !== undefined) return fail('invalid', wrong, { field: 'terms' })
      const { leftConversations, leftAgents, ...rest } = choice
      const made = await cases.make(caller.id, {
        workspace: room.value.workspace().path,
        choice: {
          ...rest,
          leftConversations: new Set(leftConversations),
          leftAgents: new Set(leftAgents),
        },
        replace: { kinds: new Set(replace.kinds), terms: replace.terms },
      })
      if (!made.ok) return made
      const { text, page, hash, title, rows, replaced, leftOut, tools, unread } = made.value
      return ok({
        hash,
        title,
        events: rows.length,
        changed: rows.filter(isChanged).length,
        replaced: [...replaced],
        leftOut: [...leftOut],
        conversations: most(made.value.conversations, (key, count) => ({ ...conversationOf(key), count })),
        agents: most(made.value.agents, (name, count) => ({ name, count })),
        tools,
        unread,
        bytes: { lines: Buffer.byteLength(text), page: Buffer.byteLength(page) },
      })
    },
    'case.progress': (_input, caller) => {
      const at = cases.progress(caller.id)
      return ok(at === undefined ? {} : { done: at.done, total: at.total })
    },
    'case.cancel': (_input, caller) => {
      cases.cancel(caller.id)
      return ok({})
    },
    'case.rows': ({ hash, list, after, limit }, caller) => {
      const made = cases.kept(caller.id, hash)
      if (!made.ok) return made
      const found = made.value.rows.filter((row) => row.n > after && (list === 'all' || isChanged(row))).slice(0, limit + 1)
      return ok({ rows: found.slice(0, limit), hasMore: found.length > limit })
    },
    'case.read': ({ hash, form, offset }, caller) => {
      const made = cases.kept(caller.id, hash)
      if (!made.ok) return made
      const text = form === 'page' ? made.value.page : made.value.text
      const next = offset + pieceChars
      return ok({ text: text.slice(offset, next), ...(next < text.length && { next }) })
    },
    async 'case.save'({ hash, form, name }, caller) {
      const { saveText } = services.shell
      if (saveText === undefined) return fail('unsupported', 'A browser saves the file itself.')
      const made = cases.kept(caller.id, hash)
      if (!made.ok) return made
      const saved = await saveText(name, form === 'page' ? made.value.page : made.value.text)
      return saved.ok ? ok(saved.value === undefined ? {} : { path: saved.value }) : saved
    },
  }
}
