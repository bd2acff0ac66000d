import type { Command } from '../core/command.ts'
import { isMessage, type Event, type NewEvent } from '../core/event.ts'

/** The wire text as a source shows it again: the newlines around it belong to the file, white space at the end of a line is no content. */
function shown(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^\n+/, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

/**
 * Pairs commands with the events that show their bytes: same source, same text, stored at or after the command.
 * The oldest command takes the oldest event, and one event confirms one command. `used` are events that confirmed others before.
 */
export function confirmations(
  commands: readonly Command[],
  events: readonly Event[],
  used: ReadonlySet<string>,
): { readonly command: Command; readonly event: Event }[] {
  const taken = new Set(used)
  const texts = new Map(events.filter((event) => isMessage(event)).map((event) => [event, shown(event.raw.text)]))
  return commands
    .toSorted((a, b) => a.at - b.at)
    .flatMap((command) => {
      const wire = shown(command.wire)
      for (const [event, text] of texts) {
        if (taken.has(event.id) || event.source !== command.source || event.at < command.at || text !== wire) continue
        taken.add(event.id)
        return [{ command, event }]
      }
      return []
    })
}

/** What stands behind a message in the operator's name that this program did not send. */
export const notSentHere = 'not sent from here'

/** The bytes of a message that this program sent, as its source shows them. */
export function shownWire(command: Command): string {
  return shown(command.wire)
}

/**
 * Puts a doubt on messages that bear the operator's name and show none of these texts (`shownWire`); each text answers for one message and is
 * taken from the list. For sources in which a message names its author itself, so that anybody can write one.
 */
export function withDoubtedName(sent: string[][], event: NewEvent, operator: string): NewEvent {
  const { body } = event
  if (body.kind !== 'message' || body.from.toLowerCase() !== operator.toLowerCase()) return event
  const text = shown(event.raw.text)
  const list = sent.find((each) => each.includes(text))
  if (list === undefined) return { ...event, body: { ...body, doubts: [...(body.doubts ?? []), notSentHere] } }
  list.splice(list.indexOf(text), 1)
  return event
}
