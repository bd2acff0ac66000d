/** `npm run build`: main, preload and renderer into out/. */
import { rmSync } from 'node:fs'
import { root } from './checkout.mjs'
import { stampOf } from './command.mjs'
import { ensureSetup } from './setup.mjs'

rmSync(stampOf(root), { force: true })
await ensureSetup({ build: true })
