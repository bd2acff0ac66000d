const known = ['v', 'type', 'id', 'from', 'to', 'ts', 'payload'] as const
type Field = (typeof known)[number]

/**
 * The fields of an envelope in a JSON text, named as Go matches keys: in any case, the last one that is not null wins.
 * @returns undefined if the text is not a JSON object.
 */
export function topLevel(text: string): ReadonlyMap<Field, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const fields = new Map<Field, unknown>()
  for (const [key, each] of Object.entries(value)) {
    const field = fieldOf(key)
    // JSON.parse loses the order of keys that differ in case, and a null that hides an earlier value: only such texts are scanned.
    if (each === null || (field !== undefined && field !== key)) return scannedFields(text)
    if (field !== undefined) fields.set(field, each)
  }
  return fields
}

function scannedFields(text: string): ReadonlyMap<Field, unknown> {
  const fields = new Map<Field, unknown>()
  for (const [key, each] of scan(text)) {
    const field = fieldOf(key)
    if (field !== undefined && each !== null) fields.set(field, each)
  }
  return fields
}

/** Go folds case by Unicode: the long s counts as an s. */
function fieldOf(key: string): Field | undefined {
  const exact = known.find((field) => field === key)
  if (exact !== undefined) return exact
  const folded = key.replaceAll('\u017F', 's').toLowerCase()
  return known.find((field) => field === folded)
}

/** Keys of a JSON object in order, including repeated ones; undefined if the text is not a JSON object. */
export function topLevelKeys(text: string): readonly string[] | undefined {
  return topLevel(text) === undefined ? undefined : scan(text).map(([key]) => key)
}

/** Keys and values of a valid JSON object in the order of the text. Linear. */
function scan(text: string): [string, unknown][] {
  const entries: [string, unknown][] = []
  let at = text.indexOf('{') + 1
  for (;;) {
    // Only white space separates a brace or comma from the next key, so the search stops after it.
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
    if (text[at] !== '"') return entries
    const quote = at
    const afterKey = endOfString(text, quote)
    const from = text.indexOf(':', afterKey) + 1
    const to = endOfValue(text, from)
    entries.push([JSON.parse(text.slice(quote, afterKey)) as string, JSON.parse(text.slice(from, to))])
    if (text[to] !== ',') return entries
    at = to + 1
  }
}

/** The position after the closing quote of the string that begins at `quote`. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** The position of the comma or brace that ends the value which begins at or after `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (depth > 0 && (char === '}' || char === ']')) depth--
    else if (depth === 0 && (char === ',' || char === '}')) return at
  }
  return text.length
}
