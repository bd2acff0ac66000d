import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '../../test/fakes/session-home.ts'
import type { Permit } from '../core/protocol.ts'
import { makePrivate } from './private-folder.ts'
import { valueOf } from '../../test/fakes/value-of.ts'

const permit = { act: 'test' } as Permit
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

it.skipIf(process.platform === 'win32')(
  'takes rights of others from a folder and all in it, of the owner none, and passes no link',
  async () => {
    const root = tempFolder()
    mkdirSync(join(root, 'home/deep/deeper'), { recursive: true })
    for (const [name, mode] of [
      ['home/a', 0o644],
      ['home/deep/script', 0o755],
      ['home/deep/locked', 0o444],
      ['home/deep/deeper/x', 0o666],
      ['outside', 0o644],
    ] as const) {
      writeFileSync(join(root, name), '')
      chmodSync(join(root, name), mode)
    }
    for (const folder of ['home', 'home/deep', 'home/deep/deeper']) chmodSync(join(root, folder), 0o755)
    symlinkSync(join(root, 'outside'), join(root, 'home/link'))
    valueOf(await makePrivate(permit, root, 'home', 3))
    const names = [
      'home',
      'home/a',
      'home/deep',
      'home/deep/script',
      'home/deep/locked',
      'home/deep/deeper',
      'home/deep/deeper/x',
      'outside',
    ]
    expect(names.map((name) => modeOf(join(root, name)))).toEqual(['700', '600', '700', '700', '400', '700', '600', '644'])
    valueOf(await makePrivate(permit, root, 'nothing', 2))
  },
)
