import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { errnoFault, errnoOf } from './errno-fault.ts'

const thrown = (code: string, errno = 0): Error => Object.assign(new Error(`${code}: reason, open '/proc/self/fd/22/a b'`), { code, errno })

describe('errnoFault', () => {
  it('words the message, and keeps the reason without our descriptors', () => {
    expect(errnoFault(thrown('ENOSPC'), 'write a b')).toEqual({
      ok: false,
      fault: { code: 'unavailable', message: 'Could not write a b: the disk is full.', detail: "ENOSPC: reason, open 'a b'" },
    })
    expect(errnoFault(thrown('ENOENT'), 'x').fault.code).toBe('not-found')
    expect(errnoFault(thrown('ELOOP'), 'x').fault.code).toBe('not-allowed')
    expect(errnoFault('odd', 'x').fault).toEqual({
      code: 'unavailable',
      message: 'Could not x: the system reported an error.',
      detail: 'odd',
    })
  })

  it('limits the length of quoted text', () => {
    expect(errnoFault(new Error('x'.repeat(1e6)), 'y'.repeat(1e6)).fault.message.length).toBeLessThanOrEqual(2_000)
  })

  it.skipIf(process.platform === 'win32')('names an error that Node has no name for', () => {
    const unknown = thrown(`Unknown system error -${constants.errno.EDQUOT}`, -constants.errno.EDQUOT)
    expect(errnoOf(unknown)).toBe('EDQUOT')
    expect(errnoFault(unknown, 'write a').fault).toMatchObject({
      message: 'Could not write a: the disk quota is used up.',
      detail: "EDQUOT: reason, open 'a b'",
    })
    expect(errnoOf(new Error('none'))).toBeUndefined()
  })
})
