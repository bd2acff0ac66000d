import { expect, it } from 'vitest'
import { namespaceWrapper } from '../../../io/runner/runner-isolation.ts'
import { confinement } from './confinement.ts'

it('describes in one sentence how commands are confined on this machine', async () => {
  const sentence = await confinement()
  const hasNamespace = (await namespaceWrapper()) !== undefined
  expect(sentence).toMatch(/^Commands run .+, without your secrets, for 30 s at most[,;] [^.]+\.$/s)
  expect(sentence.includes('a separate process namespace')).toBe(hasNamespace)
  expect(/can outlive|unless they detach/.test(sentence)).toBe(!hasNamespace)
})
