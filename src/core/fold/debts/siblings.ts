import type { Course } from './course.ts'

/** The answer of one of several who were asked ends it for all. */
export function withSiblings<T extends { readonly course: Course }>(found: readonly T[]): readonly T[] {
  if (found.length < 2) return found
  const ends = found.flatMap(({ course }) => (course.state === 'settled' && course.end !== undefined ? [course.end] : []))
  const first = ends.toSorted((a, b) => a.at - b.at)[0]
  if (first === undefined) return found
  return found.map((entry) =>
    entry.course.state === 'open' ? { ...entry, course: { ...entry.course, state: 'settled', end: { ...first, how: 'sibling' } } } : entry,
  )
}
