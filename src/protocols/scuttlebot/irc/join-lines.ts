import { bytesOf } from '../pure/size.ts'

const most = 400

/** The fewest JOIN lines for these channels: one per channel with a key, the others combined. */
export function joinLines(channels: readonly { readonly name: string; readonly key?: string }[]): readonly string[] {
  const keyed = channels.flatMap(({ name, key }) => (key === undefined ? [] : [`JOIN ${name} ${key}`]))
  const lines: string[] = []
  let names: string[] = []
  for (const { name, key } of channels) {
    if (key !== undefined) continue
    if (names.length > 0 && bytesOf([...names, name].join(',')) > most) {
      lines.push(`JOIN ${names.join(',')}`)
      names = []
    }
    names.push(name)
  }
  return names.length === 0 ? [...keyed, ...lines] : [...keyed, ...lines, `JOIN ${names.join(',')}`]
}
