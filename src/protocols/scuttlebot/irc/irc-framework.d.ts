/** The parts of irc-framework that we use; the package ships no types. */
declare module 'irc-framework' {
  import type { EventEmitter } from 'node:events'

  /** A parsed line. Tags are unescaped, on an object without a prototype. */
  export interface IrcMessage {
    readonly tags: Readonly<Record<string, string>>
    readonly prefix: string
    readonly nick: string
    readonly ident: string
    readonly hostname: string
    readonly command: string
    readonly params: readonly string[]
  }

  export interface IrcTransport extends EventEmitter {
    connect(): void
    writeLine(line: string, done?: () => void): void
    close(force: boolean): void
    disposeSocket(): void
    setEncoding(encoding: string): boolean
  }

  export interface IrcOptions {
    readonly host: string
    readonly port: number
    readonly nick: string
    readonly username: string
    readonly gecos: string
    readonly password?: string
    readonly account: { readonly account?: string; readonly password?: string }
    readonly sasl_mechanism?: 'PLAIN' | 'EXTERNAL'
    readonly sasl_disconnect_on_fail: boolean
    readonly enable_echomessage: boolean
    readonly auto_reconnect: false
    readonly ping_interval: 0
    readonly ping_timeout: 0
    readonly transport: () => IrcTransport
  }

  type Middleware = (command: string, message: IrcMessage, raw: string, client: Client, next: () => void) => void

  export class Client {
    constructor()
    readonly network: {
      readonly cap: { isEnabled(name: string): boolean }
      readonly options: Readonly<Record<string, unknown>>
    }
    readonly connection: { write(line: string): unknown; end(line?: string, hadError?: boolean): void }
    requestCap(names: readonly string[]): void
    use(set: (client: Client, raw: { use(middleware: Middleware): void }) => void): this
    on(event: 'raw', take: (event: { readonly line: string; readonly from_server: boolean }) => void): this
    on(event: 'sasl failed', take: (event: { readonly reason: string; readonly message?: string }) => void): this
    connect(options: IrcOptions): void
    removeAllListeners(): this
  }
}
