import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AnchorLabel } from './anchor-label.tsx'

afterEach(cleanup)

/** The parts that may be cut, and those that stay. */
function partsOf(label: string): { readonly cut: string; readonly stays: readonly string[]; readonly text: string } {
  const { container } = render(<AnchorLabel label={label} />)
  return {
    cut: container.querySelector('.cut')?.textContent ?? '',
    stays: [...container.querySelectorAll('.tail')].map(({ textContent }) => textContent ?? ''),
    text: container.textContent ?? '',
  }
}

test.each([
  ['chat.md:118', 'chat.md', [':118']],
  ['llm-3.txt', 'llm-3.txt', []],
  ['msg_1795414420421_l0vgom09.json', 'msg_1795414420421_l0vg', ['om09']],
  ['b3ece2b8_seq0002_reply.txt:13', 'b3ece2b8_seq0002_r', ['eply', ':13']],
  ['a-folder-without-end', 'a-folder-without', ['-end']],
])('%s: what tells it from others is never cut, and its text stays whole', (label, cut, stays) => {
  expect(partsOf(label)).toEqual({ cut, stays, text: label })
})
