import type { IrcOptions, IrcTransport } from 'irc-framework'
import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import type { Address } from './transport.ts'

/** Who we are on a network. Every field is one line: `checkLogin` has seen it. */
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
    account: sasl === 'plain' ? { account, password } : {}, // without one the library would log in with the server password
    ...(sasl !== 'none' && { sasl_mechanism: sasl === 'plain' ? 'PLAIN' : 'EXTERNAL' }),
    sasl_disconnect_on_fail: false,
    enable_echomessage: true,
    auto_reconnect: false,
    ping_interval: 0,
    ping_timeout: 0,
    transport: function () {
      return transport // the library says `new`, and gets the one that is there
    },
  }
}

/** Why SASL failed, by the word of irc-framework; `raw` is the line that says so. */
export function verdictOf(reason: string, raw: string): Fault {
  if (reason === 'capability_missing')
    return fail('refused', 'The server offers no SASL, so nobody was logged in.', { field: 'sasl' }).fault
  if (reason === 'unsupported_mechanism')
    return fail('refused', 'The server does not offer this way to log in.', { field: 'sasl', detail: raw }).fault
  return fail('refused', 'Account or password is wrong: the server refused to log in.', { field: 'password', detail: raw }).fault
}

/** The user part of our mask: letters and digits of the nick. */
function userOf(nick: string): string {
  return nick.replaceAll(/[^A-Za-z0-9-]/g, '').slice(0, 10) || 'patchbay'
}
