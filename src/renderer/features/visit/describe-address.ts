/** What the operator has to see before an address from a message is opened. */
export interface AddressFacts {
  /** The host that a browser would connect to, in its real (ASCII) form, with the port if it is not the default. */
  readonly host: string
  /** The host as the message wrote it, if that looks different from `host` (letters outside a–z, capitals of other scripts…). */
  readonly writtenHost?: string
  /** The host named in the visible text, if it is a different one: the address then pretends to be something else. */
  readonly claimedHost?: string
  /** `user@` before the host: a common way to disguise an address. */
  readonly user?: string
  /** True for plain http. */
  readonly plain: boolean
}

/**
 * Reads an http(s) address as a browser would.
 * @param href the address as written in the message.
 * @param text the visible text of the link.
 * @returns undefined if it is not an http(s) address: such a link is never opened.
 */
export function describeAddress(href: string, text: string): AddressFacts | undefined {
  const url = parseHttp(href)
  if (!url) return undefined
  const written = hostAsWritten(href)
  const claimed = hostInText(text)
  return {
    host: url.host,
    ...(written !== undefined && written.toLowerCase() !== url.host ? { writtenHost: written } : {}),
    ...(claimed !== undefined && claimed !== url.hostname ? { claimedHost: claimed } : {}),
    ...(url.username === '' && url.password === '' ? {} : { user: url.username }),
    plain: url.protocol === 'http:',
  }
}

function parseHttp(href: string): URL | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url : undefined
}

/** The part between the slashes and the path, without user and with port, exactly as typed. */
function hostAsWritten(href: string): string | undefined {
  const authority = /^[a-z]+:[\\/]+([^\\/?#]*)/i.exec(href.trim())?.[1]
  const host = authority?.slice(authority.lastIndexOf('@') + 1)
  return host?.replace(/:(?:80|443)?$/, '')
}

/** The host that a reader takes the text for: only if the whole text reads as an address. */
function hostInText(text: string): string | undefined {
  const candidate = text.trim()
  if (!/^(?:https?:\/\/)?[^\s/@]+\.[^\s/@.]{2,}(?:[/?#:]\S*)?$/i.test(candidate)) return undefined
  return parseHttp(/^https?:/i.test(candidate) ? candidate : `https://${candidate}`)?.hostname
}
