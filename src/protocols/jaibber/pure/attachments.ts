import type { JaibberMessage } from './message.ts'

/** A linked file, as a message names it. Nothing is fetched automatically. */
interface AttachedFile {
  readonly filename: string
  /** Absent if the given address is not http or https. */
  readonly url?: string
  readonly host?: string
  readonly mimeType?: string
  /** Bytes, as claimed. */
  readonly size?: number
}

const most = 32

/** A message's attachments, for the screen. */
export function attachmentsOf({ attachments = [] }: Pick<JaibberMessage, 'attachments'>): AttachedFile[] {
  return attachments.slice(0, most).map(({ filename, blobUrl, mimeType, fileSize }) => ({
    filename: filename.toWellFormed(),
    ...addressOf(blobUrl),
    ...(mimeType !== undefined && { mimeType }),
    ...(fileSize !== undefined && { size: fileSize }),
  }))
}

/** The normalized address, so that what is shown is what is opened. */
export function addressOf(text: string): { readonly url?: string; readonly host?: string } {
  if (!URL.canParse(text)) return {}
  const { protocol, host, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? { url: href, host } : {}
}
