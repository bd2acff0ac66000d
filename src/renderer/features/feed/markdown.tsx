import { memo } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { rehypeVisible } from './rehype-visible.ts'
import { remarkNothingHidden } from './remark-nothing-hidden.ts'

interface MarkdownTextProps {
  readonly text: string
  /** Asks before a link is opened. */
  onVisit(url: string, text: string): void
}

/** Elements that a message may use. All others lose their tag and keep their text. */
const schema = {
  tagNames: [
    'p',
    'br',
    'strong',
    'em',
    'del',
    'code',
    'pre',
    'ul',
    'ol',
    'li',
    'blockquote',
    'hr',
    'a',
    'img',
    'input',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ],
  attributes: { a: ['href'], img: ['src', 'alt'], input: ['checked'], ol: ['start'] },
  protocols: { href: ['http', 'https'], src: ['http', 'https'] },
  strip: [],
  clobberPrefix: '',
  clobber: [],
  ancestors: {},
  required: {},
}

const remarkPlugins = [remarkNothingHidden, remarkGfm]
const rehypePlugins = [[rehypeSanitize, schema] as [typeof rehypeSanitize, typeof schema], rehypeVisible]

/** Markdown from outside: no raw HTML, nothing loaded, no link that opens by itself, no hidden character. */
export const MarkdownText = memo(function MarkdownText({ text, onVisit }: MarkdownTextProps): React.JSX.Element {
  return (
    <Markdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={partsFor(onVisit)} urlTransform={keepUrl}>
      {text}
    </Markdown>
  )
})

function partsFor(onVisit: (url: string, text: string) => void): Components {
  const link = (url: string | undefined, label: string, children: React.ReactNode): React.JSX.Element =>
    url === undefined || url === '' ? (
      <span>{children}</span>
    ) : (
      <button type="button" className="link accent" onClick={() => onVisit(url, label)}>
        {children}
      </button>
    )
  return {
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    a: ({ href, children, node }) => link(href, textOf(node), children),
    img: ({ src, alt }) =>
      link(typeof src === 'string' ? src : undefined, alt ?? '', `image: ${alt === undefined || alt === '' ? src : alt}`),
    input: ({ checked }) => <span>{checked === true ? '[x]' : '[ ]'}</span>,
  }
}

function heading({ children }: { readonly children?: React.ReactNode }): React.JSX.Element {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  )
}

/** The sanitizer checks addresses, and they are shown in full before anything opens. */
function keepUrl(url: string): string {
  return url
}

interface TextTree {
  readonly value?: string
  readonly children?: readonly unknown[]
}

function textOf(node: unknown): string {
  const { value, children } = (node ?? {}) as TextTree
  return value ?? children?.map(textOf).join('') ?? ''
}

/** Cheap test whether a text contains any markdown. Plain text is drawn without it. */
export function hasMarkdown(text: string): boolean {
  return /[`*_~#<>|[\]\\&]|https?:|www\.|^[\t ]*(?:[-+]|\d{1,9}[.)])\s|^[\t ]*(?:-{3}|={3})|@\w/m.test(text)
}
