/** What requests can claim about their origin, and the answers of servers on 127.0.0.1. */

export type Host = 'own' | 'localhost' | 'capitals' | 'foreign' | 'other port' | 'bare' | 'suffix' | 'two'

/** The `Host` header of each kind; a list is sent as several. */
export const hostHeaders = (port: number): Record<Host, string | string[]> => ({
  own: `127.0.0.1:${port}`,
  localhost: `localhost:${port}`,
  capitals: `LOCALHOST:${port}`,
  foreign: 'patchbay.example',
  'other port': '127.0.0.1:1',
  bare: '127.0.0.1',
  suffix: `127.0.0.1:${port}.example`,
  two: [`127.0.0.1:${port}`, 'patchbay.example'],
})

/** The refusal of a host, undefined if it is ours. */
export function hostStatus(host: Host): number | undefined {
  if (host === 'two') return 400
  return host === 'own' || host === 'localhost' || host === 'capitals' ? undefined : 421
}

export const origins = ['none', 'same', 'foreign', 'null', 'https', 'other port', 'other name'] as const

/** The `Origin` header of each kind for this `Host`; only `none` and `same` are allowed. */
export function originHeader(origin: (typeof origins)[number], host: string, port: number): string | undefined {
  const table = {
    none: undefined,
    same: `http://${host.toLowerCase()}`,
    foreign: 'http://patchbay.example',
    null: 'null',
    https: `https://${host}`,
    'other port': 'http://127.0.0.1:1',
    'other name': host.toLowerCase().startsWith('localhost') ? `http://127.0.0.1:${port}` : `http://localhost:${port}`,
  }
  return table[origin]
}
