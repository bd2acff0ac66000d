import { fail, type Fault, type Result } from '../../../core/fault.ts'
import { isThisMachine } from '../../../core/this-machine.ts'
import { complainOf } from '../../../io/standard-streams.ts'
import { wrongUsage } from '../../../io/wrong-usage.ts'
import { readConfig, scuttlebotConfig, type ScuttlebotConfig } from '../pure/config.ts'

/** Options of every command that uses a network. */
export interface NetworkOptions {
  readonly server: string
  readonly nick: string
  readonly tls?: boolean
  readonly ca?: string
  readonly account?: string
}

/** The secrets of a network by the names of their settings. They are read from the environment, never from arguments, which other programs can see. */
export function secretsFrom(environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const entries = [
    ['password', environment['PATCHBAY_IRC_PASSWORD']],
    ['serverPassword', environment['PATCHBAY_IRC_SERVER_PASSWORD']],
  ] as const
  return new Map(entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value] as const])))
}

/** Says what is wrong. Returns the exit code: 2 if the fault's field is an option, 1 otherwise, also for what the environment has. */
export function complainOfOption(fault: Fault): number {
  const { field, message, detail } = fault
  if (field?.startsWith('--') !== true) return complainOf(fault)
  return wrongUsage(field, detail === undefined ? message : `${message}\n${detail}`)
}

/** Settings with the same shape and checks as in a link's form. The field of a fault is the option. */
export function configFrom(
  options: NetworkOptions,
  more: { readonly channels: readonly string[]; readonly backfill: number },
  secrets: ReadonlyMap<string, string>,
): Result<ScuttlebotConfig> {
  const { server, port } = addressOf(options.server)
  const given = {
    server,
    port,
    tls: options.tls ?? !isThisMachine(server),
    ca: options.ca ?? '',
    nick: options.nick,
    sasl: options.account === undefined ? 'none' : 'plain',
    account: options.account ?? '',
    channels: [...more.channels],
    backfill: more.backfill,
    announce: false,
  }
  const checked = scuttlebotConfig.safeParse({ ...given, ...Object.fromEntries(secrets) })
  if (!checked.success) {
    const issue = checked.error.issues[0]
    const field = String(issue?.path[0] ?? 'server')
    const message = issue?.message ?? 'This is not valid.'
    const variable = variables.get(field)
    if (variable !== undefined) return fail('invalid', `${variable}: ${message}`)
    return fail('invalid', message, { field: optionFor.get(field) ?? `--${field}` })
  }
  return readConfig(given)
}

/** `host`, `host:port`, `[address]:port`, or an address that contains colons. */
function addressOf(text: string): { readonly server: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? []
  return { server: bracketed ?? plain ?? text, port: Number(port ?? 6_697) }
}

const optionFor = new Map([
  ['port', '--server'],
  ['channels', '--channel'],
])
const variables = new Map([
  ['password', 'PATCHBAY_IRC_PASSWORD'],
  ['serverPassword', 'PATCHBAY_IRC_SERVER_PASSWORD'],
])
