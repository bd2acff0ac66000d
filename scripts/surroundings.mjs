/**
 * When, where and how the tests run. No test may depend on it, so `npm test` uses another date, zone, language and file mask than those of
 * the machine, and the chaos run uses several. Zone, language and mask also apply to a single file (vitest.config.ts);
 * runVitest adds the date, and a temporary folder with blanks and umlauts in its name.
 */
const dayMs = 86_400_000

/** By name; `date` is the start time of a run, computed from the real one. */
export const surroundings = {
  usual: { zone: 'Asia/Kolkata', language: 'tr_TR.UTF-8', umask: 0o077, date: (now) => now + 40 * dayMs },
  tomorrow: { zone: 'America/St_Johns', language: 'de_DE.UTF-8', umask: 0o022, date: (now) => now + dayMs },
  'in 400 days': { zone: 'Pacific/Kiritimati', language: 'tr_TR.UTF-8', umask: 0o077, date: (now) => now + 400 * dayMs },
  'leap day': { zone: 'Asia/Kolkata', language: 'de_DE.UTF-8', umask: 0o077, date: () => Date.parse('2028-02-29T06:30:00Z') },
  'over midnight': { zone: 'Asia/Kolkata', language: 'de_DE.UTF-8', umask: 0o022, date: () => Date.parse('2027-08-31T23:58:40+05:30') },
  'summer time begins': {
    zone: 'America/St_Johns',
    language: 'tr_TR.UTF-8',
    umask: 0o077,
    date: () => Date.parse('2027-03-14T01:58:40-03:30'),
  },
  'summer time ends': { zone: 'Europe/Berlin', language: 'de_DE.UTF-8', umask: 0o077, date: () => Date.parse('2027-10-31T02:58:40+02:00') },
}

/** The surroundings that PATCHBAY_SURROUNDINGS names. */
export function chosenSurroundings(env = process.env) {
  const name = env.PATCHBAY_SURROUNDINGS ?? 'usual'
  if (!Object.hasOwn(surroundings, name))
    throw new Error(`Unknown surroundings "${name}". Available: ${Object.keys(surroundings).join(', ')}.`)
  return surroundings[name]
}

/** Applies the zone, the language and the mask to this process and everything it starts from now on. */
export function enterSurroundings() {
  const { zone, language, umask } = chosenSurroundings()
  Object.assign(process.env, { TZ: zone, LC_ALL: language })
  process.umask(umask)
}
