const mostCopies = 10_000
const copies = new Map<string, string>()
const lists = new Map<string, readonly string[]>()

/** The one copy of a text that is kept: names, conversations and words are few, and come with every event or from a file. */
export function copyOf<T extends string>(text: T): T {
  const known = copies.get(text) as T | undefined // a text is its own copy
  if (known !== undefined) return known
  if (copies.size >= mostCopies) copies.clear()
  copies.set(text, text)
  return text
}

/** Names of those who are asked. Mostly it is one, and of few, so that there is one copy of each such list. */
export function listOf(names: readonly string[]): readonly string[] {
  const [name] = names
  if (name === undefined || names.length > 1) return names.map((each) => copyOf(each))
  const known = lists.get(name)
  if (known !== undefined) return known
  if (lists.size >= mostCopies) lists.clear()
  const list = [copyOf(name)]
  lists.set(name, list)
  return list
}
