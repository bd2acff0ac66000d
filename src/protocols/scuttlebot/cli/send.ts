import { monotonicFactory } from 'ulid'
import type { Draft } from '../../../core/command.ts'
import { terminalJson } from '../../../core/terminal-text.ts'
import { fail, type Fault, type Result } from '../../../core/fault.ts'
import { parseJsonObject } from '../../../core/json-text.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate } from '../../../core/protocol.ts'
import { defaultDataDir } from '../../../io/data-dir.ts'
import { whyHalted } from '../../../io/halt-file.ts'
import { printJson, printJsonBytes, readInput } from '../../../io/standard-streams.ts'
import { decodeEnvelope } from '../pure/envelope.ts'
import { followNetwork } from './follow-network.ts'
import { complainOfOption, configFrom, secretsFrom, type NetworkOptions } from './network-options.ts'

export interface SendOptions extends NetworkOptions {
  readonly channel?: string
  readonly to?: readonly string[]
  readonly type?: string
  readonly payload?: string
  readonly text?: string
  readonly version: string
}

/** How long to wait for the login, ms. */
const mostWait = 30_000

/** `patchbay irc send`: Exit code 0: sent; 1: failed, with the reason on stderr; 2: a wrong option. Prints the envelope, or the text as JSON, on stdout. */
export async function send(options: SendOptions, gate: Gate): Promise<number> {
  const sent = await sendOne(options, gate)
  if (!sent.ok) {
    const { field = '' } = sent.fault
    return complainOfOption({ ...sent.fault, field: optionFor.get(field) ?? field })
  }
  const body = sent.value.slice(sent.value.indexOf(' :') + 2)
  // Prints the envelope exactly as sent, with its keys in order.
  await (decodeEnvelope(body).ok ? printJsonBytes(`${terminalJson(body)}\n`) : printJson([{ text: body }]))
  return 0
}

const optionFor = new Map([
  ['where', '--channel'],
  ['to', '--to'],
  ['data', '--payload'],
])

/** @returns the line that was sent. */
async function sendOne(options: SendOptions, gate: Gate): Promise<Result<string>> {
  const secrets = secretsFrom(process.env)
  const channels = options.channel === undefined ? [] : [options.channel]
  const config = configFrom(options, { channels, backfill: 0 }, secrets)
  if (!config.ok) return config
  const draft = await draftFrom(options)
  if (!draft.ok) return draft
  // Before it joins, which the others see.
  const halted = whyHalted(defaultDataDir(), undefined, 'operator')
  if (halted !== undefined) return halted
  const { promise: ready, resolve: settle } = Promise.withResolvers<Fault | undefined>()
  const link = followNetwork(
    config.value,
    { secrets, gate, version: options.version },
    {
      events: () => undefined,
      status({ lamp, reason }) {
        if (lamp === 'up') settle(undefined)
        else if (lamp === 'down') settle(reason ?? fail('unavailable', 'Not connected.').fault)
      },
    },
  )
  const timer = setTimeout(() => settle(fail('timeout', `Login did not complete within ${mostWait / 1_000} s.`).fault), mostWait)
  try {
    link.start()
    const fault = await ready
    if (fault !== undefined) return { ok: false, fault }
    const formatted = link.format(draft.value, { id: monotonicFactory()(), at: Date.now() })
    if (!formatted.ok) return formatted
    const sent = await link.send(formatted.value.wire, { kind: 'operator', name: options.nick })
    return sent.ok ? { ok: true, value: formatted.value.wire } : sent
  } finally {
    clearTimeout(timer)
    await link.stop()
  }
}

async function draftFrom({ nick, to = [], channel, type, payload, text = '' }: SendOptions): Promise<Result<Draft>> {
  const draft = { from: nick, to: [...to], observers: [], text, ...(channel !== undefined && { where: channel }) }
  if (type === undefined) {
    if (payload !== undefined) return fail('invalid', 'It needs a --type.', { field: '--payload' })
    return { ok: true, value: draft }
  }
  if (payload === undefined) return { ok: true, value: { ...draft, label: type } }
  const given = payload === '-' ? (await readInput(limits.line))?.toString('utf8') : payload
  if (given === undefined) return fail('too-large', `The payload on standard input is longer than the limit of ${limits.line} bytes.`)
  const data = parseJsonObject(given, 'The payload')
  if (data.ok) return { ok: true, value: { ...draft, label: type, data: { ...data.value } } }
  return payload === '-' ? data : { ok: false, fault: { ...data.fault, field: '--payload' } }
}
