import { beforeEach, expect, test, vi } from 'vitest'
import { keptText } from './kept-text.ts'

const stored = (): string => JSON.stringify([sessionStorage, localStorage])
const secret = Promise.resolve('a'.repeat(43))

beforeEach(() => sessionStorage.clear())

test('a text outlives the page in its tab, and nobody without the key of the installation reads it there', async () => {
  keptText(secret).write('half a sentence, ünd 😀')
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  expect(stored()).not.toMatch(/half|sentence/)
  expect(localStorage).toHaveLength(0)
  expect(await keptText(secret).read()).toBe('half a sentence, ünd 😀')
  expect(await keptText(Promise.resolve('b'.repeat(43))).read()).toBeUndefined()
})

test('the last text stands, however long the one before takes', async () => {
  const kept = keptText(secret)
  kept.write('x'.repeat(200_000))
  kept.write('last')
  await vi.waitFor(async () => expect(await kept.read()).toBe('last'))
  kept.write('again')
  kept.write(undefined)
  await secret
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
  expect(await kept.read()).toBeUndefined()
})

test('a long text of wide characters fits', async () => {
  const text = '漢'.repeat(200_000)
  keptText(secret).write(text)
  await vi.waitFor(async () => expect(await keptText(secret).read()).toBe(text))
})

test.each(['', '!', 'AAAA', 'A'.repeat(64)])('what is not ours there (%j) is no text', async (text) => {
  sessionStorage.setItem('patchbay.texts', text)
  expect(await keptText(secret).read()).toBeUndefined()
})

test('a full tab keeps nothing rather than an older text', async () => {
  const kept = keptText(secret)
  kept.write('older')
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(1))
  const removeItem = vi.fn()
  const setItem = vi.fn().mockThrow(new DOMException('full', 'QuotaExceededError'))
  vi.stubGlobal('sessionStorage', { removeItem, setItem })
  kept.write('newer')
  await vi.waitFor(() => expect(removeItem).toHaveBeenCalledWith('patchbay.texts'))
  vi.unstubAllGlobals()
})

test('in the desktop app, whose page has no address that others could take, the text is kept as it is', async () => {
  keptText(undefined).write('half')
  await vi.waitFor(async () => expect(await keptText(undefined).read()).toBe('half'))
})
