import { foreignLetter } from '../../../core/look-alike.ts'
import { cutText } from '../../../core/text.ts'

/** Why a text cannot be a name; names a letter that only looks allowed. @param where where it cannot be one, to follow “as a name” */
export function badName(text: string, where = ''): string {
  const odd = foreignLetter(text)
  const words = `“${clip(text)}” cannot be used as a name${where}: use only letters a–z, digits, hyphens and underscores.`
  return odd === undefined ? words : `${words} In it, ${odd}.`
}

/** The beginning of a name that is too long to be shown whole. */
export function clip(name: string): string {
  return cutText(name, 60)
}
