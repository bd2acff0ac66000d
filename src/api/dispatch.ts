import type { z } from 'zod'
import { faultSchema } from '../core/fault-schema.ts'
import { fail, internalFault, ok, reasonOf } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import { contract } from './contract.ts'
import type { MethodName } from './contract.ts'
import type { Caller, Server } from './server.ts'

/** Where a wire reports what the caller must not see (stacks, bugs). */
export type WireLog = (message: string, fields?: Record<string, unknown>) => void

type AnyHandler = (input: unknown, caller: Caller) => Promise<Result<unknown>> | Result<unknown>

/**
 * Runs one method of the contract for an untrusted caller.
 * An unknown method or bad input is a fault `invalid` that names the field. A handler that throws or returns something
 * outside the contract is a bug: the cause goes to the log, and the caller gets a fault `internal`. Never rejects.
 */
export async function dispatch(server: Server, method: unknown, input: unknown, caller: Caller, log: WireLog): Promise<Result<unknown>> {
  if (!isMethod(method)) return fail('invalid', `There is no method ${shown(method)}.`, { field: 'method' })
  try {
    const parsed = contract[method].input.safeParse(input)
    if (!parsed.success) return { ok: false, fault: invalidInput(method, parsed.error) }
    const handler = server.handlers[method] as unknown as AnyHandler
    return checkResult(method, await handler(parsed.data, caller), log)
  } catch (thrown) {
    log('a handler threw', { method, reason: reasonOf(thrown), stack: thrown instanceof Error ? thrown.stack : undefined })
    return internalFault(`in ${method}`)
  }
}

function isMethod(method: unknown): method is MethodName {
  return typeof method === 'string' && Object.hasOwn(contract, method)
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `“${value.slice(0, 80)}”` : `of type ${typeof value}`
}

/** The first broken rule as a sentence, with the field that breaks it. */
export function invalidInput(method: string, error: z.ZodError): Fault {
  const issue = error.issues[0]
  const path = issue === undefined ? [] : issue.path.map(String)
  if (issue?.code === 'unrecognized_keys' && issue.keys[0] !== undefined) path.push(issue.keys[0])
  const field = path.join('.').slice(0, 200)
  const words = (issue?.message ?? 'unknown reason').slice(0, 500)
  const subject = field === '' ? `The input to ${method}` : `Field “${field}” of ${method}`
  return { code: 'invalid', message: `${subject} is not valid. ${words}.`, ...(field === '' ? {} : { field }) }
}

function checkResult(method: MethodName, result: Result<unknown>, log: WireLog): Result<unknown> {
  if (result.ok) {
    const checked = contract[method].output.safeParse(result.value)
    if (checked.success) return ok(checked.data)
    log('a handler returned a result that breaks the contract', { method, issues: checked.error.issues.slice(0, 5) })
    return internalFault(`in ${method}`)
  }
  const checked = faultSchema.safeParse(result.fault)
  if (checked.success) return { ok: false, fault: checked.data }
  log('a handler returned a fault that breaks the contract', { method, issues: checked.error.issues.slice(0, 5) })
  return internalFault(`in ${method}`)
}
