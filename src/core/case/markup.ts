import { inlineCode } from '../inline-code.ts'
import { visibleSegments } from '../text.ts'
import type { Hues } from './hues.ts'

const replacement = /‹(?:operator|(?:secret|host|mail|agent|term) \d+)›/g

/** Text of others: each in a direction of its own, hidden characters as chips, replaced names marked. */
export function shown(text: string): string {
  return `<bdi>${visible(text)}</bdi>`
}

/** A block of code, with the line breaks around it; without its end, it goes on to the end of the text. */
const fence = /(?:^|\n)```[^\n`]*\n([^]*?)(?:\n```[ \t]*(?:\n|$)|$)/gu

/** The same for what somebody wrote, whose code is shown as code. */
export function shownText(text: string): string {
  const parts = text.split(fence)
  return `<bdi>${parts.map((part, at) => (at % 2 === 0 ? inline(part) : `<code class="block">${visible(part)}</code>`)).join('')}</bdi>`
}

function inline(text: string): string {
  const parts = text.split(new RegExp(inlineCode, 'gu'))
  return parts.map((part, at) => (at % 2 === 0 ? visible(part) : `<code>${visible(part)}</code>`)).join('')
}

function visible(text: string): string {
  const parts = visibleSegments(text).map((segment) =>
    segment.kind === 'text'
      ? html(segment.text).replace(replacement, (name) => `<span class="as">${name}</span>`)
      : `<span class="hidden">${html(segment.label)}${segment.count > 1 ? ` ×${segment.count}` : ''}</span>`,
  )
  return parts.join('')
}

/** A name beside the bar of who has it. */
export function named(name: string, hues: Hues): string {
  const hue = hues.get(name)
  return hue === undefined ? shown(name) : `<span class="who ${hue}">${shown(name)}</span>`
}

/** Text of others where no markup can be: in a picture. */
export function plainText(text: string): string {
  return html(
    visibleSegments(text)
      .map((segment) => (segment.kind === 'text' ? segment.text : `[${segment.label}]`))
      .join(''),
  )
}

/** Text as HTML: nothing in it is markup. */
export function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
