/**
 * Whether a text mentions a name: `@name` with nothing of a word before the `@` (so mail addresses are none; scripts
 * without blanks have no words in that sense) and no `\w` behind the name, in
 * upper or lower case as regular expressions with the flag `i` compare it. Linear.
 */
export function mentionsIn(text: string, name: string): boolean {
  return mentionedOf(text, [name]).length > 0
}

/**
 * Those of `names` that a text mentions, in their order. The same list of names again is not looked through again: keep it as long as it holds.
 * Linear in the text times the longest name.
 */
export function mentionedOf(text: string, names: readonly string[]): string[] {
  let at = text.indexOf('@')
  if (at < 0 || names.length === 0) return []
  const { root, spellings } = indexOf(names)
  const found = new Set<string>()
  for (; at >= 0 && found.size < spellings; at = text.indexOf('@', at + 1)) if (!isAfterWord(text, at)) walk(text, at + 1, root, found)
  return found.size === 0 ? [] : names.filter((name) => found.has(folded(name)))
}

interface Node {
  readonly next: Map<string, Node>
  /** A name ends here, folded. */
  name?: string
}
interface Index {
  readonly root: Node
  readonly spellings: number
}

/** Longest name that can be mentioned, in UTF-16 units. */
const longest = 128
const indexes = new WeakMap<readonly string[], Index>()

function indexOf(names: readonly string[]): Index {
  const known = indexes.get(names)
  if (known !== undefined) return known
  const root: Node = { next: new Map() }
  const usable = new Set(names.filter((name) => name !== '' && name.length <= longest).map(folded))
  for (const name of usable) {
    let node = root
    for (let at = 0; at < name.length; at++) {
      const unit = name.charAt(at)
      const next: Node = node.next.get(unit) ?? { next: new Map() }
      node.next.set(unit, next)
      node = next
    }
    node.name = name
  }
  const index = { root, spellings: usable.size }
  indexes.set(names, index)
  return index
}

function walk(text: string, from: number, root: Node, found: Set<string>): void {
  let node: Node | undefined = root
  for (let at = from; at < text.length; at++) {
    node = node.next.get(foldedUnit(text.charAt(at)))
    if (node === undefined) return
    if (node.name !== undefined && !/^\w/.test(text.charAt(at + 1))) found.add(node.name)
  }
}

/** Letters of scripts that write no blanks between words: an address may follow them at once. */
const unspaced = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u

function isAfterWord(text: string, at: number): boolean {
  if (at === 0) return false
  const unit = text.charCodeAt(at - 1)
  const before = unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1)
  return /^[\p{L}\p{N}\p{M}_]$/u.test(before) && !unspaced.test(before)
}

function folded(name: string): string {
  let text = ''
  for (let at = 0; at < name.length; at++) text += foldedUnit(name.charAt(at))
  return text
}

/** One UTF-16 unit as ECMAScript compares it with the flag `i` (Canonicalize), so that the peers and we agree. */
function foldedUnit(unit: string): string {
  const upper = unit.toUpperCase()
  if (upper.length !== 1) return unit
  return unit >= '\u0080' && upper < '\u0080' ? unit : upper
}
