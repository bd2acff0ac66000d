import type { NewEvent } from '../../../core/event.ts'
import { ok, type Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { walkFolders } from '../../../io/walk-folders.ts'
import { mailEvent, receiptEvent } from '../pure/events.ts'
import { isMessageFile, parseMessageFile } from '../pure/message.ts'
import { outcomeOf, stageOfOutcome } from '../pure/outcome.ts'
import { parseResultFile } from '../pure/receipt.ts'
import { mailWireId } from '../pure/wire.ts'
import { agentOf, switchboardFolder } from './paths.ts'

const mostNames = 500_000
const resultEnding = '.result.json'

/** The messages in the mailboxes and archives of a project folder's `.switchboard/` and what result files say of them, by the time that they claim. */
export async function readSwitchboardFolder(folder: string, now: number): Promise<Result<readonly NewEvent[]>> {
  const found = new Map<string, NewEvent>()
  const walked = await walkFolders<'root' | 'box' | 'mail'>(folder, {
    start: 'root',
    mostEntries: mostNames,
    skipped: () => undefined,
    async visit(here, at) {
      if (at === 'mail') for (const event of await eventsIn(here, now)) if (!found.has(event.wireId)) found.set(event.wireId, event)
      const isNext = (name: string): boolean =>
        at === 'root' ? name === switchboardFolder : here.path === switchboardFolder ? name === 'inbox' || name === 'archive' : true
      const folders = here.entries.filter(({ kind, name }) => kind === 'folder' && isNext(name))
      const inherits = at === 'root' || here.path === switchboardFolder ? 'box' : 'mail'
      return folders.map(({ name }) => ({ name, inherits }))
    },
  })
  if (!walked.ok) return walked
  const events = [...found.values()].map((event) => withAsked(event, found))
  return ok(events.toSorted((a, b) => (a.claimedAt ?? 0) - (b.claimedAt ?? 0) || (a.wireId < b.wireId ? -1 : 1)))
}

/** A result that asks back, with whom it asks. */
function withAsked(event: NewEvent, found: ReadonlyMap<string, NewEvent>): NewEvent {
  const { body } = event
  const message = body.kind === 'receipt' && body.stage === 'acked' ? found.get(body.of)?.body : undefined
  return message?.kind === 'message' ? ({ ...event, body: { ...body, asked: message.from } } as NewEvent) : event
}

type Folder = Parameters<Parameters<typeof walkFolders<'mail'>>[1]['visit']>[0]

async function eventsIn(here: Folder, now: number): Promise<NewEvent[]> {
  const mailbox = agentOf(here.path.split('/').slice(2).join('/'))
  const events: NewEvent[] = []
  for (const { name, kind } of here.entries) {
    if (kind !== 'file' || !(isMessageFile(name) || name.endsWith(resultEnding))) continue
    const text = (await here.read(name, limits.message + 1))?.toString('utf8')
    if (text === undefined || text.length > limits.message) continue
    const path = `${here.path}/${name}`
    if (name.endsWith(resultEnding)) {
      const result = parseResultFile(name, text)
      if (!result.ok) continue
      const { status, inReplyTo } = result.value
      events.push(
        receiptEvent({
          of: mailWireId(mailbox, inReplyTo),
          stage: stageOfOutcome[outcomeOf(result.value)],
          by: mailbox,
          text: status,
          path,
          raw: text,
          isResult: true,
        }),
      )
      continue
    }
    const message = parseMessageFile(name, text)
    if (message.ok) events.push(mailEvent({ mailbox, message: message.value, text, path, doubts: [], now }))
  }
  return events
}
