import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '../../../core/event.ts'
import { acknowledgeOf, replyTo } from './replies.ts'
import { formatDraft } from './format.ts'

function message(from: string, to: string, observers: readonly string[]): MessageEvent {
  return {
    id: 'e',
    body: { kind: 'message', conversation: 'c', from, to: [to], observers: [...observers], text: 't' },
  } as unknown as MessageEvent
}

describe('replyTo', () => {
  it('goes to the sender, with the other party as observer', () => {
    expect(replyTo(message('coder', 'reviewer', ['manager']), 'me')).toEqual({
      from: 'me',
      to: ['coder'],
      observers: ['reviewer'],
      text: '',
      replyTo: 'e',
    })
    expect(replyTo(message('coder', 'me', []), 'me')).toMatchObject({ to: ['coder'], observers: [] })
  })

  it('goes to the same agent again if the message is ours', () => {
    expect(replyTo(message('me', 'coder', []), 'me')).toMatchObject({ from: 'me', to: ['coder'], observers: [] })
  })
})

describe('acknowledgeOf', () => {
  it('has the wording and the broadcast form of the specification', () => {
    const draft = acknowledgeOf(message('coder', 'reviewer', ['developer', 'me', 'coder']), 'me')
    const formatted = formatDraft(draft)
    expect(formatted.ok && formatted.value.wire).toBe('[me-to-coder] @ [reviewer, developer]: Acknowledged — received\n')
  })

  it('uses other words if given, and is plain when nobody else saw the message', () => {
    const formatted = formatDraft(acknowledgeOf(message('developer', 'reviewer', []), 'reviewer', 'starting review'))
    expect(formatted.ok && formatted.value.wire).toBe('[reviewer-to-developer]: Acknowledged — starting review\n')
  })
})
