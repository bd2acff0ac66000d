/** The few globals shared by Node and browsers that pure code may use; the pure build has neither Node's nor the DOM's types. */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
/** The return type of `setTimeout` differs between Node and browsers. */
interface TimerHandle {
  readonly timer: never
}
declare function setTimeout(handler: () => void, ms?: number): TimerHandle
declare function clearTimeout(timer: TimerHandle | undefined): void
declare function queueMicrotask(task: () => void): void
declare class URL {
  static canParse(url: string): boolean
  constructor(url: string)
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly host: string
  readonly hostname: string
  readonly search: string
  readonly href: string
  readonly hash: string
}
