/** A typed path cut at its last separator: the folder to list, and the beginning of the name being typed. */
export interface TypedPath {
  readonly folder: string
  readonly begun: string
}

/** Splits a typed path; `/` everywhere, `\` also where it separates (Windows paths with a drive or two leading backslashes). */
export function splitPath(path: string): TypedPath {
  const windows = /^(?:[a-z]:|\\\\)/i.test(path)
  const at = windows ? Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) : path.lastIndexOf('/')
  return at < 0
    ? { folder: path === '~' ? '~/' : '', begun: path === '~' ? '' : path }
    : { folder: path.slice(0, at + 1), begun: path.slice(at + 1) }
}

/** The path with a separator at its end, so that further input is inside it. */
export function asFolder(path: string): string {
  return /[/\\]$/.test(path) ? path : `${path}${path.includes('\\') && !path.includes('/') ? '\\' : '/'}`
}
