/** Whether this is the chaos run (`npm run test:chaos`), in which tests have their large sizes. */
const isChaos = process.env['PATCHBAY_CHAOS'] === '1'

/** A number of repetitions or items: `few` in `npm test`, `many` in the chaos run. */
export function sized(few: number, many = 20_000): number {
  return isChaos ? many : few
}

/** Every so-many-th item of a long list in `npm test`, beginning at `from`; all of them in the chaos run. Steps over a table should share no factor with its sides. */
export function sampled<T>(list: readonly T[], every: number, from = 0): readonly T[] {
  return isChaos ? list : list.filter((_, index) => index % every === from % every)
}
