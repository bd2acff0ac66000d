import type { KeptText } from '../features/state/env.ts'

const storageKey = 'patchbay.texts'
const ivBytes = 12

/**
 * Keeps a text for reloads of this tab. What a tab stores can be read by another program that takes the port and is then loaded in it, so the text is sealed.
 * @param secret the key of the installation, which only its engine tells; undefined: no other program can take the address of the page
 */
export function keptText(secret: Promise<string> | undefined): KeptText {
  const key = secret?.then(sealingKey)
  let newest = 0
  return {
    async read() {
      const known = await key
      const stored = sessionStorage.getItem(storageKey)
      if (stored === null || known === undefined) return stored ?? undefined
      try {
        const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0))
        const [iv, data] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes)]
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, known, data))
      } catch {
        // Of another installation, or not ours.
        return undefined
      }
    },
    write(text) {
      const mine = ++newest
      void seal(key, text).then((sealed) => {
        if (mine === newest) store(sealed)
      })
    },
  }
}

async function sealingKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(storageKey) }
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

async function seal(key: Promise<CryptoKey> | undefined, text: string | undefined): Promise<string | undefined> {
  const known = await key
  if (text === undefined || known === undefined) return text
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, known, new TextEncoder().encode(text))
  return `${toText(iv)}${toText(new Uint8Array(data))}`
}

function store(text: string | undefined): void {
  sessionStorage.removeItem(storageKey)
  try {
    if (text !== undefined) sessionStorage.setItem(storageKey, text)
  } catch {
    // The tab is full: nothing is kept, rather than an older text that may have been sent.
  }
}

/** base64, in pieces: a function takes only so many arguments. */
function toText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
