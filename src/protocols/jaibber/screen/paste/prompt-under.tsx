import { useApp } from '../../../../renderer/features/state/store.ts'
import type { PasteItem } from '../../../../renderer/features/screen.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { projectOf } from '../teams.ts'
import { promptsOf } from './prompts.ts'

/** Below a prompt's line: what it is waiting for, its sender and project. */
export function PromptUnder({ item: { link, id } }: { readonly item: PasteItem }): React.JSX.Element | null {
  const prompt = useApp((state) => promptsOf(state).find((one) => one.link.id === link && one.item.id === id)?.item)
  const project = useApp((state) => projectOf(state, link, prompt?.project)?.name ?? prompt?.project)
  return prompt === undefined ? null : (
    <>
      <span className="word needs">paste answer</span>
      <span className="cut">
        <VisibleText text={`${prompt.from} in ${project}`} />
      </span>
    </>
  )
}
