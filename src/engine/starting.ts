import { setTimeout } from 'node:timers/promises'
import { contract } from '../api/contract.ts'
import type { MethodName } from '../api/contract.ts'
import type { Handlers, Server } from '../api/server.ts'
import { fail, ok } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import type { Migration } from '../io/journal/migration.ts'

/** Serves pages until the engine is open: they see how far the migration of the journal is, and can cancel it. */
export interface Starting {
  /** For the wires, from the first moment to the last: the engine's once it is open. */
  readonly server: Server
  /** The result of the migration. A failure is returned when a page has read it, or soon after if none does. */
  readonly migrated: Promise<Result<unknown>>
  /** Hands over to the engine. */
  open(engine: Server): void
}

export interface StartingOptions {
  /** Absent: nothing is migrated. */
  readonly migration: Migration | undefined
  readonly version: string
  /** What a page in a browser needs to find the next launch. */
  readonly session?: { readonly key: string; readonly token: string }
}

/** How long a failure waits for a page to read it, ms. */
const tellMs = 2_000

const notYet = fail('unavailable', 'Patchbay is still starting.')

/** Serves the first pages. */
export function openStarting({ migration, version, session }: StartingOptions): Starting {
  let engine: Server | undefined
  let fault: Fault | undefined
  const told = Promise.withResolvers<void>()

  async function run(): Promise<Result<unknown>> {
    const done = (await migration?.done) ?? ok(undefined)
    if (done.ok) return done
    fault ??= done.fault
    await Promise.race([told.promise, setTimeout(tellMs, undefined, { ref: false })])
    return done
  }

  const own: Partial<Handlers> = {
    'app.session': () => ok({ version, ...session }),
    'app.starting': () => {
      if (fault !== undefined) {
        told.resolve()
        return ok({ fault })
      }
      return migration === undefined ? notYet : ok({ task: { done: migration.written(), total: migration.bytes } })
    },
    'app.cancelStart': () => {
      fault ??= migration?.cancel()
      return ok({})
    },
  }

  const handlers = Object.fromEntries(
    Object.keys(contract).map((method) => [
      method,
      (...given: readonly unknown[]) => {
        const handler = (engine?.handlers ?? own)[method as MethodName] as ((...args: readonly unknown[]) => unknown) | undefined
        return handler === undefined ? notYet : handler(...given)
      },
    ]),
  ) as unknown as Handlers

  return {
    server: { handlers, subscribe: (...given) => engine?.subscribe(...given) ?? notYet },
    migrated: run(),
    open: (opened) => void (engine = opened),
  }
}
