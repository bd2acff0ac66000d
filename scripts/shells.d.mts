type Env = Readonly<Record<string, string | undefined>>

export interface FetchFailure {
  readonly at: number
  readonly version: string
  readonly reason: string
}

export function electronVersion(): string | undefined
export function electronBinary(env?: Env): string | undefined
export function hasDisplay(env?: Env, platform?: string): boolean
export function electronObstacle(env?: Env, platform?: string, uid?: number): string | undefined
export function browserObstacle(env?: Env, platform?: string): string | undefined
export function recentFetchFailure(now?: number): FetchFailure | undefined
export function rememberFetch(reason: string | undefined, now?: number): void
