import { z } from 'zod'
import { refuses, type Halt } from './halt.ts'
import { stoodStillSchema, type StoodStill } from './stood-still.ts'

/** Setting of halts that are over, kept because limits stood still meanwhile. */
export const pastHaltsSetting = 'halts.past'
const pastHaltsSchema = z.array(stoodStillSchema.element.extend({ key: z.string() }))
export type PastHalts = z.infer<typeof pastHaltsSchema>

/** Those in the settings. What cannot be read counts as none. Pure. */
export function pastHaltsIn(setting: (name: string) => unknown): PastHalts {
  return pastHaltsSchema.safeParse(setting(pastHaltsSetting)).data ?? []
}

/** One halt a scope: everything, or a workspace. */
export function haltKey({ scope }: Pick<Halt, 'scope'>): string {
  return scope.kind === 'all' ? 'all' : scope.workspace
}

/** When a workspace was halted, until now. Asking alone holds nobody up, and a halt of some agents holds up only them. Pure. */
export function haltSpans(past: PastHalts, present: readonly Halt[], workspace: string, now: number): StoodStill[] {
  const current = present
    .filter((halt) => refuses(halt) && halt.scope.kind !== 'agents')
    .map((halt) => ({ key: haltKey(halt), at: halt.at, ms: now - halt.at }))
  return [...past, ...current].filter(({ key }) => key === 'all' || key === workspace).map(({ at, ms }) => ({ at, ms }))
}
