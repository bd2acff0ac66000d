/** Decodes UTF-8 as it is, a byte order mark included. `decode` throws where the bytes are something else. */
export const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
