import type { IrcOptions, IrcTransport } from 'irc-framework'
import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Address } from './transport.ts'

/** Our identity on a network. Every field is a single line: `pure/config.ts` checks it. */
export interface Login {
  readonly nick: string
  readonly sasl: 'none' | 'plain' | 'external'
  readonly account?: string
  readonly password?: string
  readonly serverPassword?: string
}

/** Options of irc-framework for one connection that we supervise ourselves. */
export function optionsOf({ host, port }: Address, login: Login, transport: IrcTransport): IrcOptions {
  const { nick, sasl, account = nick, password = '', serverPassword } = login
  return {
    host,
    port,
    nick,
    username: userOf(nick),
    gecos: 'Patchbay',
    ...(serverPassword !== undefined && { password: serverPassword }),
    account: sasl === 'plain' ? { account, password } : {}, // without an account the library would log in with the server password
    ...(sasl !== 'none' && { sasl_mechanism: sasl === 'plain' ? 'PLAIN' : 'EXTERNAL' }),
    sasl_disconnect_on_fail: false,
    enable_echomessage: true,
    auto_reconnect: false,
    ping_interval: 0,
    ping_timeout: 0,
    transport: function () {
      return transport // the library calls this with `new` and gets the existing transport
    },
  }
}

/** Why SASL failed, by irc-framework's reason; `raw` is the server's line. */
export function verdictOf(reason: string, raw: string): Fault {
  if (reason === 'capability_missing')
    return fail('refused', 'The server does not offer SASL, so login was not possible.', { field: 'sasl' }).fault
  if (reason === 'unsupported_mechanism')
    return fail('refused', 'The server does not offer this login method.', { field: 'sasl', detail: raw }).fault
  return fail('refused', 'The server rejected the login: account or password is wrong.', { field: 'password', detail: raw }).fault
}

/** The user part of our mask: letters and digits of the nick. */
function userOf(nick: string): string {
  return nick.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 10) || 'patchbay'
}
