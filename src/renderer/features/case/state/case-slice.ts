import type { CasePreview } from '../../../../api/case.ts'
import type { RedactionKind } from '../../../../core/case/redact.ts'
import type { Fault } from '../../../../core/fault.ts'

/** The forms in which a case can be kept. */
export type CaseFormat = 'page' | 'lines' | 'both'

/** What the operator chose for a case. */
export interface CaseForm {
  readonly title: string
  /** ms: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  /** What is left out: conversations as `source|conversation`, and names. */
  readonly leftConversations: ReadonlySet<string>
  readonly leftAgents: ReadonlySet<string>
  readonly hasTools: boolean
  readonly kinds: ReadonlySet<Exclude<RedactionKind, 'secret' | 'term'>>
  readonly terms: readonly string[]
  readonly format: CaseFormat
}

/** Export a case. */
export interface CaseSlice {
  readonly caseForm: CaseForm | undefined
  /** The view that the form was opened from. */
  readonly caseFrom: string
  /** The last case that was made; it stays while the next one is made. */
  readonly casePreview: CasePreview | undefined
  /** The last case is what the form asks for now. */
  readonly caseIsCurrent: boolean
  readonly caseFault: Fault | undefined
  /** Set while one is made. */
  readonly caseProgress: { readonly done?: number | undefined; readonly total?: number | undefined } | undefined
  /** Shows the form. Without a range: the last hour. */
  openCase(range?: { readonly from: number; readonly to: number }): void
  changeCase(change: Partial<CaseForm>): void
  /** Makes the case that the form asks for. */
  makeCase(): Promise<void>
  /** Ends the making of a case; the form stays. */
  cancelCase(): void
  /** Goes back to where the form was opened; what was entered stays. */
  leaveCase(): void
  /** Goes back, and forgets what was entered. */
  closeCase(): void
  /** Saves the case that is shown. */
  exportCase(): Promise<void>
}
