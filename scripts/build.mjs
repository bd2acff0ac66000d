/** `npm run build`: main, preload and renderer into out/. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './checkout.mjs'
import { ensureSetup } from './setup.mjs'

rmSync(path.join(root, 'out', '.patchbay-stamp'), { force: true })
await ensureSetup({ build: true })
