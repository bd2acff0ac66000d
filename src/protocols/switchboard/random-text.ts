import { randomInt } from 'node:crypto'

/** Random base-36 text. */
export function randomText(length: number): string {
  return Array.from({ length }, () => randomInt(36).toString(36)).join('')
}
