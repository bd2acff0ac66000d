import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainText, recipientsOf } from '../../../core/scenario/stage.ts'
import type { Stage, StageAction, StagePlace } from '../../../core/scenario/stage.ts'

/** Actors of a simulation that write to a real `.workplace/chat.md` in a throw-away workspace. */
export function openStage({ folder }: StagePlace): Stage {
  const workplace = join(folder, '.workplace')
  const chat = join(workplace, 'chat.md')
  const away = `${chat}.away`
  mkdirSync(workplace, { recursive: true })
  writeFileSync(chat, '')
  return {
    links: [],
    plays: (deed) => deed !== 'reply' && deed !== 'leave' && deed !== 'return',
    async play(action) {
      if (action.do === 'cut') renameSync(chat, away)
      else if (action.do === 'restore') renameSync(away, chat)
      else {
        const line = chatLine(action)
        appendFileSync(chat, line)
        return line
      }
      return ''
    },
    close: async () => undefined,
  }
}

function chatLine(action: StageAction): string {
  if (action.do === 'raw') return `${action.text}\n`
  if (action.do === 'noise') return `# ${action.from}: ${action.text}\n`
  const [first = 'all', ...others] = recipientsOf(action)
  const observers = others.length === 0 ? '' : ` @ [${others.join(', ')}]`
  return `[${action.from}-to-${first}]${observers}: ${plainText(action).replaceAll('\n', '\n  ')}\n`
}
