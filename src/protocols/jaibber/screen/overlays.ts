import { overlayKind } from '../../../renderer/features/state/overlay.ts'

interface AgentName {
  readonly link: string
  readonly agent: string
}

/** A new agent of this machine, or the settings of one. */
export const localAgentOverlay = overlayKind<Partial<AgentName>>('local agent')
export const startAgentOverlay = overlayKind<AgentName>('start agent')
export const removeAgentOverlay = overlayKind<AgentName>('remove agent')
export const declinePromptOverlay = overlayKind<{ readonly link: string; readonly prompt: string }>('decline prompt')
/** A long text as several messages. */
export const sendPartsOverlay = overlayKind<{ readonly link: string; readonly project: string; readonly parts: readonly string[] }>(
  'send parts',
)
/** A new task of a project. */
export const projectTaskOverlay = overlayKind<{ readonly link: string; readonly project: string }>('project task')
