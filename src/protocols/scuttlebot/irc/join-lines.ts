import { bytesOf } from '../pure/size.ts'

const most = 400

/** As few JOIN lines as these channels need: one for each with a key, the others together. */
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
