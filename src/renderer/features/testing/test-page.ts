import { configure } from '@testing-library/react'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import '../../../../test/patience.ts'

configure({ asyncUtilTimeout: inject('patienceMs') })

// The files of component tests share their worker's page and modules, since a page for each would cost more than its tests.
// So each begins with an empty page, and gives back what it put in the place of the page's own.
beforeAll(() => {
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
