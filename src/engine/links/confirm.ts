import type { Command } from '../../core/command.ts'
import { notSentHere } from '../../core/doubt.ts'
import { isMessage, type Event, type NewEvent } from '../../core/event.ts'

/** The wire text as a source returns it: surrounding newlines belong to the file, and trailing white space on a line is not content. */
export function shownText(text: string): string {
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
 * The oldest command takes the oldest event, and each event confirms one command. `used` are events that already confirmed others.
 */
export function confirmations(
  commands: readonly Command[],
  events: readonly Event[],
  used: ReadonlySet<string>,
): { readonly command: Command; readonly event: Event }[] {
  const taken = new Set(used)
  const texts = new Map(events.filter((event) => isMessage(event)).map((event) => [event, shownText(event.raw.text)]))
  return commands
    .toSorted((a, b) => a.at - b.at)
    .flatMap((command) => {
      const wire = shownText(command.wire)
      for (const [event, text] of texts) {
        if (taken.has(event.id) || event.source !== command.source || event.at < command.at || text !== wire) continue
        taken.add(event.id)
        return [{ command, event }]
      }
      return []
    })
}

/** The bytes of a message that this program sent, as its source shows them. */
export function shownWire(command: Command): string {
  return shownText(command.wire)
}

/**
 * Adds a doubt to messages in the operator's name that match none of these texts (`shownWire`); each text accounts for one message and is
 * removed from the list. For sources in which messages name their own author, so that anyone can write one.
 */
export function withDoubtedName(sent: string[][], event: NewEvent, operator: string): NewEvent {
  const { body } = event
  if (body.kind !== 'message' || body.from.toLowerCase() !== operator.toLowerCase()) return event
  const text = shownText(event.raw.text)
  const list = sent.find((each) => each.includes(text))
  if (list === undefined) return { ...event, body: { ...body, doubts: [...(body.doubts ?? []), notSentHere] } }
  list.splice(list.indexOf(text), 1)
  return event
}
