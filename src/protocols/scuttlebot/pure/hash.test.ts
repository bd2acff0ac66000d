import { expect, it } from 'vitest'
import { shortHash } from './hash.ts'

it('hashes are those of stored events, or every line would be news after an update (F19)', () => {
  expect(['', 'PRIVMSG coder #general hällo 🙂', 'x'.repeat(1_000)].map(shortHash)).toEqual([
    'wvjl67o803.1aggevgbi2j',
    '29n7upizl68.gdz2ni2b9s',
    '21ded0ooxff.xj7cowv0b9',
  ])
})
