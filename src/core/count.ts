/** `12,400`. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** `1 message`, `12,400 messages`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}
