import type { Output } from '../../../api/contract.ts'
import { ok, type Fault, type Result } from '../../../core/fault.ts'
import type { Handler, MockClient } from './client-mock.ts'

/** What a link's methods answer: an output, or a fault made by `fail`. One that is not listed answers `{}`. */
export type LinkAnswers = { readonly [method: string]: (input: never) => unknown }

/** Answers `links.call` for a mock client. */
export function answerCalls(answers: LinkAnswers): Handler<'links.call'> {
  return async ({ method, input }): Promise<Result<Output<'links.call'>>> => {
    const answer = await (Object.hasOwn(answers, method) ? answers[method]?.(input as never) : {})
    return isFailure(answer) ? answer : ok({ output: answer })
  }
}

function isFailure(answer: unknown): answer is { readonly ok: false; readonly fault: Fault } {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
}

/** What one method of links was asked, in order. */
export function asked(client: MockClient, method: string): readonly unknown[] {
  return client.calls
    .flatMap((call) => (call.method === 'links.call' ? [call.input as { readonly method: string; readonly input: unknown }] : []))
    .flatMap((call) => (call.method === method ? [call.input] : []))
}
