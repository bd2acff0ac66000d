import { fail } from '../../../../core/fault.ts'
import type { Fault } from '../../../../core/fault.ts'
import { jaibberMethods } from '../../pure/api.ts'
import { utf8Length } from '../../pure/size.ts'
import { counted, plain, sizeText } from '../../../../renderer/ui/time.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { openPromptOf, promptKey, promptsOf, type WaitingPrompt } from './prompts.ts'
import { clipboardText } from '../../../../renderer/features/state/clipboard-text.ts'
import { typingKey } from '../../../../renderer/features/state/typing.ts'
import type { AppState, MakeSlice } from '../../../../renderer/features/screen.ts'

/** Maximum number of characters that the engine accepts as one answer. */
export const mostAnswerChars = 1_048_576

export interface PromptSlice {
  /** An answer is being published. */
  readonly isPublishing: boolean
  /** Fault of the last action on a prompt, and the step it belongs to. */
  readonly promptFault: { readonly key: string; readonly at: 'copy' | 'answer'; readonly fault: Fault } | undefined
  /** Shows a prompt that waits for a paste. */
  openPrompt(link: string, id: string): void
  /** Shows the oldest prompt of an agent. */
  openPrompts(link: string, agent: string): void
  setAnswer(text: string): void
  /** Copies the prompt on screen. Resolves with whether it did. */
  copyPrompt(): Promise<boolean>
  /** Uses the clipboard's text as the answer; publishes nothing. */
  pasteAnswer(): Promise<void>
  /** Publishes the answer of the prompt on screen, in its agent's name. */
  publishAnswer(): Promise<void>
}

/** Key of the answer that is being typed for a prompt. */
export function answerKey(state: Pick<AppState, 'workspace'>, prompt: WaitingPrompt): string {
  return typingKey(state, `answer ${promptKey(prompt)}`)
}

/** The answer that is being typed for a prompt; empty: none. */
export function answerOf(state: Pick<AppState, 'workspace' | 'typed'>, prompt: WaitingPrompt): string {
  return state.typed.get(answerKey(state, prompt))?.['text'] ?? ''
}

/** Actions on prompts of agents that answer by copy and paste. */
export const promptSlice: MakeSlice<PromptSlice, PromptSlice> = (set, get, env) => {
  const refuse = (key: string, at: 'copy' | 'answer', fault: Fault): void => set({ promptFault: { key, at, fault } })
  return {
    isPublishing: false,
    promptFault: undefined,

    openPrompt(link, id) {
      get().setView('paste')
      get().showPasteItem({ link, id })
    },

    openPrompts(link, agent) {
      const first = promptsOf(get()).find((one) => one.link.id === link && one.item.agent === agent)
      if (first === undefined) get().setView('paste')
      else get().openPrompt(link, first.item.id)
    },

    setAnswer(text) {
      const open = openPromptOf(get())
      if (open === undefined) return
      get().keepTyped(answerKey(get(), open), text === '' ? undefined : { text })
      if (get().promptFault?.at === 'answer') set({ promptFault: undefined })
    },

    async copyPrompt() {
      const open = openPromptOf(get())
      if (open === undefined) return false
      const { link, item } = open
      set({ promptFault: undefined })
      const prompt = await callLink(env.client, link.id, jaibberMethods, 'prompt', { prompt: item.id })
      const copied = prompt.ok ? await env.copy(prompt.value.prompt) : prompt
      if (!copied.ok) refuse(promptKey(open), 'copy', copied.fault)
      if (!prompt.ok || !copied.ok) return false
      get().toast({ text: `Prompt for ${item.agent} copied`, detail: plain(sizeText(utf8Length(prompt.value.prompt))) })
      return true
    },

    async pasteAnswer() {
      const open = openPromptOf(get())
      if (open === undefined) return
      const key = promptKey(open)
      const read = await clipboardText(get, env)
      if (openPromptOf(get())?.item.id !== open.item.id) return
      if (!read.ok) return refuse(key, 'answer', read.fault)
      if (read.value.trim() === '')
        return refuse(key, 'answer', fail('invalid', 'The clipboard contains no text. Copy the answer first.').fault)
      get().setAnswer(read.value)
    },

    async publishAnswer() {
      const open = openPromptOf(get())
      if (open === undefined || get().isPublishing) return
      const { link, item } = open
      const key = promptKey(open)
      const typing = answerKey(get(), open)
      const text = get().typed.get(typing)?.['text'] ?? ''
      if (text.trim() === '') return refuse(key, 'answer', fail('invalid', 'Paste or type the answer first.').fault)
      if (text.length > mostAnswerChars)
        return refuse(key, 'answer', fail('too-large', `The answer is too long: ${counted(text.length, 'character')}.`).fault)
      // The view keeps showing prompts, even after the last one.
      set({ isPublishing: true, promptFault: undefined })
      get().showPasteItem({ link: link.id, id: item.id })
      const done = await callLink(env.client, link.id, jaibberMethods, 'answer', { prompt: item.id, text })
      set({ isPublishing: false })
      if (!done.ok) return refuse(key, 'answer', done.fault)
      get().keepTyped(typing, undefined)
      const parts = done.value.ids.length
      get().toast({ text: parts > 1 ? `Answer published as ${parts} messages` : 'Answer published', detail: `@${item.agent}` })
    },
  }
}
