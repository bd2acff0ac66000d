import { counted } from '../count.ts'
import { fail, ok, type Result } from '../fault.ts'
import { graded } from '../doubt.ts'
import type { Sha256, VerifiedCase } from './chain.ts'
import { verifyLines } from './chain.ts'
import { flowStill } from './flow-still.ts'
import { happened } from './happened.ts'
import { huesOf, type Hues } from './hues.ts'
import type { CaseEvent, CaseHeader, CaseLeftOut } from './lines.ts'
import { html, named, shown, shownText } from './markup.ts'
import { pageStyle } from './page-style.ts'
import type { RedactionKind } from './redact.ts'

/** SHA-256 of a text in UTF-8, in base64. */
export type Sha256Base64 = (text: string) => string

const blockStart = '<script type="application/x-ndjson" id="case">\n'
const blockEnd = '</script>\n'

/** What was replaced, in words. */
export const redactionTitles: Readonly<Record<RedactionKind, string>> = {
  secret: 'tokens and keys',
  home: 'home folders',
  mail: 'mail addresses',
  host: 'hosts and addresses',
  me: 'the operator’s name',
  agent: 'agents’ names',
  term: 'words of your own',
}

/**
 * A case as one page that needs no script and no network: the same lines, the same page. `text`: its lines with their hashes, which the page carries as a
 * block that nothing runs.
 */
export function casePage({ lines, hash }: VerifiedCase, text: string, base64: Sha256Base64): string {
  const header = lines.find((line) => line.type === 'patchbay-case')
  if (header === undefined) return ''
  const events = lines.filter((line) => line.type === 'event')
  const debts = lines.filter((line) => line.type === 'debt')
  const leftOut = lines.filter((line) => line.type === 'left-out')
  const clock = clockOf(header)
  const style = pageStyle(header)
  const hues = huesOf(header, events)
  const agents = new Set(events.flatMap(({ from }) => (from === '' ? [] : [from])))
  return [
    pageStart(base64(style)),
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n',
    `<title>${html(header.title)}</title>\n<style>${style}</style>\n<main>\n`,
    '<p class="small">Patchbay case, one file, no network</p>\n',
    `<h1>${shown(header.title)}</h1>\n`,
    `<p class="dim">${clock.day(header.from)}, ${clock.time(header.from)} – ${clock.day(header.to) === clock.day(header.from) ? '' : `${clock.day(header.to)}, `}${clock.time(header.to)} · ${counted(agents.size, 'agent')}, ${counted(header.protocols.length, 'protocol')}, ${counted(events.length, 'line')} · times are UTC${clock.zone}</p>\n`,
    `<p class="proof">${counts(header, leftOut)}sha256 <code>${hash}</code><br><span class="small">over every line in order. <code>patchbay case verify FILE</code> names the first line that was changed, and reports whether this page shows what its lines say.</span></p>\n`,
    section('What happened', happened(debts, header, { time: clock.time, hues })),
    section('Flow', flowStill(header, events, debts, { time: clock.time, midnight: clock.midnight(header.from), hues })),
    messages(events, header, clock, hues),
    section('Not in it', leftOut.map(({ what, count: number }) => `<p>${number.toLocaleString('en')} ${html(what)}</p>\n`).join('')),
    section(
      'Replaced',
      header.replaced.map((each) => `<p>${redactionTitles[each.kind]}: ${each.times} ×, ${counted(each.names, 'name')}</p>\n`).join(''),
    ),
    '</main>\n',
    blockStart,
    text,
    blockEnd,
    '</html>\n',
  ]
    .join('')
    .toWellFormed() // as it is in a file
}

/** Every page of a case begins like this, and hardly any other file does. */
const pageHead = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="'

/** Every release begins its pages so, whatever they look like below: a browser then runs nothing in them and loads nothing. */
function pageStart(style: string): string {
  const policy = `default-src 'none'; style-src 'sha256-${style}'; img-src data:; base-uri 'none'; form-action 'none'`
  return `${pageHead}${policy}">\n`
}

/** What no policy forbids: an order to go to another page, and a host that is called beforehand. In no page is what others wrote markup. */
const leadsAway = /<(?:link\b|meta(?! name="[a-z-]+" content="[\w=, .-]*">))/i

/** The lines that a page carries; undefined: it is not a page of a case. */
export function linesOfPage(page: string): string | undefined {
  const start = page.indexOf(blockStart)
  if (start < 0) return undefined
  const end = page.indexOf(blockEnd, start + blockStart.length)
  return end < 0 ? undefined : page.slice(start + blockStart.length, end)
}

/**
 * Verifies a case in either form.
 * @returns what it says; or a fault that names the first line that was changed, or says that the page shows something else than its lines. `release`: of
 * this Patchbay: pages of others may look different, so theirs are not compared.
 */
export function verifyCase(
  file: string,
  release: string,
  sha256: Sha256,
  base64: Sha256Base64,
): Result<VerifiedCase & { readonly isPage: boolean; readonly isCompared: boolean }> {
  if (/^(?:\uFEFF|[^\n]*\r\n)/.test(file))
    return fail('invalid', 'Another program changed the ends of lines, or added a byte order mark. Verify the file as it was exported.')
  const inPage = linesOfPage(file)
  if (inPage === undefined && file.startsWith(pageHead)) return fail('invalid', 'The lines of this page are not all there: it was cut off.')
  const verified = verifyLines(inPage ?? file, sha256)
  if (!verified.ok) return verified
  const header = verified.value.lines[0]
  const isCompared = inPage !== undefined && header?.type === 'patchbay-case' && header.patchbay === release
  if (isCompared && casePage(verified.value, inPage, base64) !== file)
    return fail('invalid', 'The lines are as they were written, but the page does not show them: it was changed.')
  const style = /'sha256-([\w+/]{43}=)'/.exec(file.slice(0, 500))?.[1] ?? ''
  if (inPage !== undefined && (!file.startsWith(pageStart(style)) || leadsAway.test(file.slice(pageStart(style).length))))
    return fail('invalid', 'The lines are as they were written, but the page could run or load something: it was changed.')
  return ok({ ...verified.value, isPage: inPage !== undefined, isCompared })
}

interface Clock {
  /** The first moment of the day there, ms. */
  midnight(ms: number): number
  time(ms: number): string
  day(ms: number): string
  readonly zone: string
}

function clockOf({ offset }: CaseHeader): Clock {
  const there = (ms: number): string => new Date(ms + offset * 60_000).toISOString()
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return {
    midnight: (ms) => Date.parse(`${there(ms).slice(0, 10)}T00:00:00Z`) - offset * 60_000,
    time: (ms) => there(ms).slice(11, 19),
    day: (ms) => there(ms).slice(0, 10),
    zone: offset === 0 ? '' : `${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`,
  }
}

function messages(events: readonly CaseEvent[], header: CaseHeader, clock: Clock, hues: Hues): string {
  const chips = new Map(header.protocols.map(({ id, chip }, at) => [id, `<span class="chip p${at}">${html(chip)}</span>`]))
  const rows = events.map((event) => {
    const { n, kind, from, to, label, replyTo, replaces, anchor, doubts = [], late } = event
    const time = `<td><time>${clock.time(event.at)}</time></td>`
    if (kind === 'gap' || kind === 'fault')
      return `<tr class="gap" id="n${n}">${time}<td>${chips.get(event.protocol) ?? html(event.protocol)}</td><td></td><td class="text">${shownText(event.text)}</td><td></td></tr>\n`
    const who = `<b>${named(from, hues)}</b>${to.length === 0 ? '' : ` <span class="dim">→\u00a0${to.map(shown).join(', ')}</span>`}`
    const notes = [
      ...(kind === 'message' ? [] : [kind]),
      ...(late === true ? ['found later'] : []),
      ...(replyTo === undefined ? [] : [`replies to <a href="#n${replyTo}">${replyTo}</a>`]),
      ...(replaces === undefined ? [] : [`a new version of <a href="#n${replaces}">${replaces}</a>`]),
      ...doubts.map((doubt) => `<span class="lost">${shown(graded(doubt).text)}</span>`),
    ]
    const small = notes.length === 0 ? '' : ` <span class="small">${notes.join(' · ')}</span>`
    const said = `${label === undefined ? '' : `<span class="label">${shown(label)}</span> `}${shownText(event.text)}${small}`
    return `<tr id="n${n}">${time}<td>${chips.get(event.protocol) ?? html(event.protocol)}</td><td>${who}</td><td class="text">${said}</td><td class="where small">${shown(anchor ?? '')}</td></tr>\n`
  })
  return section('Messages', `<table>\n${rows.join('')}</table>\n`)
}

/** What a reader has to know of a case besides what is in it, as links to where it stands. */
function counts({ replaced }: CaseHeader, leftOut: readonly CaseLeftOut[]): string {
  const times = replaced.reduce((sum, each) => sum + each.times, 0)
  const left = leftOut.reduce((sum, each) => sum + each.count, 0)
  const links = [
    ...(times === 0 ? [] : [`<a href="#replaced">${counted(times, 'thing')} replaced</a>`]),
    ...(left === 0 ? [] : [`<a href="#not-in-it">${counted(left, 'line')} left out</a>`]),
  ]
  return links.length === 0 ? '' : `<span class="small ends">${links.join(' ')}</span>`
}

function section(title: string, content: string): string {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return content === '' ? '' : `<section id="${id}">\n<h2>${title}</h2>\n${content}</section>\n`
}
