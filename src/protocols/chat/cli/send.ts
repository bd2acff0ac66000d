import { resolve } from 'node:path'
import type { Draft } from '../../../core/command.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate } from '../../../core/protocol.ts'
import { appendText } from '../../../io/append.ts'
import { chatFile, workplace } from '../pure/place.ts'
import { formatDraft } from '../pure/format.ts'
import { complain, complainOf, readInput } from '../../../io/standard-streams.ts'
import { wrongUsage } from '../../../io/wrong-usage.ts'

const options = new Map([
  ['from', '--from'],
  ['to', '--to'],
  ['observers', '--cc'],
])

/** `patchbay send`: Exit code 0: sent; 1: failed, with the reason on stderr; 2: not a name. */
export async function send(
  dir: string,
  text: string | undefined,
  names: { readonly from: string; readonly to: string; readonly cc?: string },
  gate: Gate,
): Promise<number> {
  const said = text === undefined || text === '-' ? await readText() : text
  if (said === undefined) {
    complain(`the text on standard input is longer than the limit of ${limits.draftChars} characters.`)
    return 1
  }
  const observers = (names.cc ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const draft: Draft = { from: names.from, to: [names.to], observers, text: said }
  const formatted = formatDraft(draft)
  if (!formatted.ok) {
    const { field = '', message, fix } = formatted.fault
    const option = options.get(field)
    if (option !== undefined) return wrongUsage(option, `${message}${fix === undefined ? '' : ` Try “${fix}”.`}`)
    complain(message)
    return 1
  }
  const path = `${workplace}/${chatFile}`
  const root = resolve(dir)
  const sent = await gate.perform(
    {
      actor: { kind: 'operator', name: names.from },
      effect: { kind: 'append', target: path, exact: formatted.value.wire },
      question: `${names.from} asks to write to ${path}`,
      folder: root,
    },
    (permit) => appendText(permit, root, path, formatted.value.wire),
  )
  if (sent.ok) return 0
  return complainOf(sent.fault)
}

async function readText(): Promise<string | undefined> {
  const bytes = await readInput(limits.draftChars * 4)
  const text = bytes?.toString('utf8')
  return text === undefined || text.length > limits.draftChars ? undefined : text
}
