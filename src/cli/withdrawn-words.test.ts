import { expect, it } from 'vitest'
import { withdrawnWords } from './withdrawn-words.ts'

it('says how many of what was not brought back, and of one in the singular', () => {
  expect(withdrawnWords({ approvals: 1, unsent: 1 })).toEqual([
    'Not restored: 1 approval. Approve again where needed.',
    'Not confirmed: 1 message. The feed asks whether to send again.',
  ])
  expect(withdrawnWords({ approvals: 1_200, unsent: 0 })).toEqual(['Not restored: 1,200 approvals. Approve again where needed.'])
})
