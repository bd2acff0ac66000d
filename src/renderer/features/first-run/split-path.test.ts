import { expect, test } from 'vitest'
import { asFolder, splitPath } from './split-path.ts'

test.each([
  ['/home/mira/pro', '/home/mira/', 'pro'],
  ['/home/mira/', '/home/mira/', ''],
  ['~', '~/', ''],
  ['~/co', '~/', 'co'],
  ['co', '', 'co'],
  ['', '', ''],
  ['C:\\Users\\mi', 'C:\\Users\\', 'mi'],
  ['/odd\\name', '/', 'odd\\name'],
])('%s is listed at %s', (path, folder, begun) => expect(splitPath(path)).toEqual({ folder, begun }))

test('a folder ends with the separator of its platform', () => {
  expect(asFolder('/a')).toBe('/a/')
  expect(asFolder('/a/')).toBe('/a/')
  expect(asFolder('C:\\a')).toBe('C:\\a\\')
})
