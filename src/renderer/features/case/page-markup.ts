/** An element of a page, or a text in it. */
export type Markup = string | MarkupElement

export interface MarkupElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Markup[]
}

/** What a page of a case consists of. Everything else is left out, so nothing of a page can run or load. */
const tags = new Set('p h1 h2 code br span section table tbody tr td th time a b bdi svg line rect path text'.split(' '))
const attributeNames = new Set('class id href viewBox role aria-label x y width height x1 y1 x2 y2 d'.split(' '))
/** A link inside the page. */
const ownLink = /^#(?:n\d+|not-in-it|replaced)$/
const tagOrText = /<(\/?)([a-z][a-z\d]*)((?:\s+[\w-]+="[^"<>]*")*)\s*(\/?)>|([^<]+)|</gi
const attribute = /([\w-]+)="([^"]*)"/g

/**
 * The content of a case's page, or of the beginning of one, as data: the page of an app with a strict policy cannot make elements of markup. Elements that are open at the end
 * are closed. Pure.
 */
export function pageMarkup(page: string): readonly Markup[] {
  const start = page.indexOf('<main>')
  const end = page.indexOf('</main>', start)
  const text = start < 0 ? '' : page.slice(start + '<main>'.length, end < 0 ? page.lastIndexOf('>') + 1 : end)
  const root: Markup[] = []
  const open: { readonly tag: string; readonly children: Markup[] }[] = [{ tag: '', children: root }]
  for (const [all, slash, name = '', given = '', selfClosed, words] of text.matchAll(tagOrText)) {
    const parent = open.at(-1)?.children ?? root
    if (name === '') parent.push(unescaped(words ?? all))
    else if (!tags.has(name)) continue
    else if (slash === '/') {
      const at = open.findLastIndex(({ tag }) => tag === name)
      if (at > 0) open.length = at
    } else {
      const children: Markup[] = []
      parent.push({ tag: name, attributes: attributesOf(given), children })
      if (selfClosed === '' && name !== 'br') open.push({ tag: name, children })
    }
  }
  return root
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(attribute)].map(([, name = '', value = '']): [string, string] => [name, unescaped(value)])
  return new Map(found.filter(([name, value]) => attributeNames.has(name) && (name !== 'href' || ownLink.test(value))))
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
