import type { JaibberMessage } from './message.ts'

/** A file behind a link, as a message names it. Nothing is fetched by itself. */
interface AttachedFile {
  readonly filename: string
  /** Absent: what the message gives is no address of http or https. */
  readonly url?: string
  readonly host?: string
  readonly mimeType?: string
  /** Bytes, as claimed. */
  readonly size?: number
}

const most = 32

/** The attachments of a message, for the screen. */
export function attachmentsOf({ attachments = [] }: Pick<JaibberMessage, 'attachments'>): AttachedFile[] {
  return attachments.slice(0, most).map(({ filename, blobUrl, mimeType, fileSize }) => ({
    filename: filename.toWellFormed(),
    ...addressOf(blobUrl),
    ...(mimeType !== undefined && { mimeType }),
    ...(fileSize !== undefined && { size: fileSize }),
  }))
}

/** The address in its plain form, so that what is shown is what is opened. */
export function addressOf(text: string): { readonly url?: string; readonly host?: string } {
  if (!URL.canParse(text)) return {}
  const { protocol, host, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? { url: href, host } : {}
}
