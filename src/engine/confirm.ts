import type { Command } from '../core/command.ts'
import { isMessage, type Event } from '../core/event.ts'

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
