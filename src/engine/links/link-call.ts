import { invalidInput } from '../../api/dispatch.ts'
import { fail, type Fault, internalFault, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import type { Protocol, ProtocolMethod } from '../../core/protocol.ts'
import type { Log } from '../services.ts'

/** The method that a screen calls, and its validated input. */
export function checkCall(
  protocol: Protocol,
  method: string,
  input: unknown,
): Result<{ readonly schema: ProtocolMethod; readonly parsed: unknown }> {
  const methods = protocol.api?.methods ?? {}
  const schema = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (schema === undefined) return noMethod(method)
  const parsed = schema.input.safeParse(input)
  return parsed.success ? ok({ schema, parsed: parsed.data }) : { ok: false, fault: invalidInput(method, parsed.error) }
}

/** A result that breaks the schema is a bug of the protocol: it is logged, and the screen gets a fault. */
export function checkAnswer(schema: ProtocolMethod, method: string, answer: unknown, log: Log): Result<unknown> {
  const checked = schema.output.safeParse(answer)
  if (checked.success) return ok(checked.data)
  log('a link returned a result that breaks its schema', { method, issues: checked.error.issues.slice(0, 5), level: 'error' })
  return internalFault(`in ${method}`)
}

/** What a link shows, if its protocol allows it and it is not too large. */
export function checkView(protocol: Protocol, view: unknown): Result<unknown> {
  const checked = protocol.api?.view.safeParse(view)
  if (checked === undefined) return fail('unsupported', 'This protocol has no screen of its own.')
  if (!checked.success) return { ok: false, fault: invalidInput('view', checked.error) }
  const size = JSON.stringify(checked.data).length
  return size > limits.linkView
    ? fail('too-large', `The link’s view has ${size} characters; the limit is ${limits.linkView}.`)
    : ok(checked.data)
}

/** The fault for a method that a protocol’s api does not have. */
export function noMethod(method: string): { readonly ok: false; readonly fault: Fault } {
  return fail('invalid', `This link has no method “${method.slice(0, 80)}”.`, { field: 'method' })
}
