/** Whether this is the chaos run (`npm run test:chaos`), in which tests have their large sizes. */
const isChaos = process.env['PATCHBAY_CHAOS'] === '1'

/** A number of repetitions or items: `few` in `npm test`, `many` in the chaos run. */
export function sized(few: number, many = 20_000): number {
  return isChaos ? many : few
}
