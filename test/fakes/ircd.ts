import { createServer as createTlsServer } from 'node:tls'
import { Ircd } from '../../src/protocols/scuttlebot/demo/ircd.ts'
import type { IrcdOptions } from '../../src/protocols/scuttlebot/demo/ircd.ts'
import type { IrcdClient } from '../../src/protocols/scuttlebot/demo/ircd-client.ts'
import { testCertificate, testKey } from './ircd-certificate.ts'

/** Differences between a test's server and an ordinary one. */
export interface FaultyIrcdOptions extends Partial<IrcdOptions> {
  /** Accounts for SASL PLAIN, with their passwords. */
  readonly accounts?: Readonly<Record<string, string>>
  /** Uses TLS, with `testCertificate`. */
  readonly tls?: boolean
  /** Keys of channels. */
  readonly keys?: Readonly<Record<string, string>>
  /** Answers nothing. */
  readonly isStalled?: boolean
}

/** The demo server, with the faults of real ones. */
export interface FaultyIrcd {
  readonly ircd: Ircd
  readonly port: number
  /** Lines sent by clients, with their nick at the time. */
  readonly lines: { readonly nick: string; readonly line: string }[]
  /** Sends bytes unchanged to a client. */
  inject(nick: string, bytes: string | Uint8Array): void
  /** Half-open: from now on nothing is answered, and nothing is closed. */
  freeze(isFrozen?: boolean): void
  close(): Promise<void>
}

/** Starts a server on a free port of this machine. */
export async function faultyIrcd(options: FaultyIrcdOptions = {}): Promise<FaultyIrcd> {
  const { accounts, tls = false, keys = {}, isStalled = false, ...plain } = options
  const lines: FaultyIrcd['lines'] = []
  let isFrozen = isStalled
  const intercept = (client: IrcdClient, command: string, params: readonly string[]): boolean => {
    lines.push({ nick: client.nick, line: [command, ...params].join(' ') })
    if (isFrozen || plain.intercept?.(client, command, params) === true) return true
    if (command === 'AUTHENTICATE' && accounts !== undefined) return authenticate(client, params[0] ?? '', accounts)
    const [names = '', key] = params
    const locked = command === 'JOIN' ? names.split(',').filter((name) => keys[name] !== undefined && keys[name] !== key) : []
    for (const name of locked) client.send(`:irc.demo 475 ${client.nick} ${name} :Cannot join channel (+k)`)
    if (locked.length === 0) return false
    for (const name of names.split(',')) if (!locked.includes(name)) ircd.join(client, name)
    return true
  }
  const ircd = new Ircd(
    { ...plain, intercept },
    tls ? (accept) => createTlsServer({ cert: testCertificate, key: testKey }, accept) : undefined,
  )
  const port = await ircd.listen()
  return {
    ircd,
    port,
    lines,
    inject: (nick, bytes) => void ircd.find(nick)?.socket.write(bytes),
    freeze: (now = true) => void (isFrozen = now),
    close: () => ircd.close(),
  }
}

/** SASL PLAIN, and EXTERNAL for everybody. */
function authenticate(client: IrcdClient, said: string, accounts: Readonly<Record<string, string>>): boolean {
  const yes = (account: string): void => {
    client.send(`:irc.demo 900 ${client.nick} ${client.prefix} ${account} :You are now logged in as ${account}`)
    client.send(`:irc.demo 903 ${client.nick} :SASL authentication successful`)
  }
  if (said === 'PLAIN' || said === 'EXTERNAL') client.send('AUTHENTICATE +')
  else if (said === '+') yes('certificate')
  else {
    const [, account = '', password] = Buffer.from(said, 'base64').toString().split('\0')
    if (accounts[account] !== undefined && accounts[account] === password) yes(account)
    else client.send(`:irc.demo 904 ${client.nick} :SASL authentication failed`)
  }
  return true
}
