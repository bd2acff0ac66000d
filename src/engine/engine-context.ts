import type { Approvals } from './gate/approvals.ts'
import type { Archives } from './care/archives.ts'
import type { Cases } from './case/cases.ts'
import type { Services } from './services.ts'
import type { Demo } from './demo.ts'
import type { ForgetCopies } from './care/forget-copies.ts'
import type { EngineGate } from './gate/gate.ts'
import type { Grants } from './gate/grants.ts'
import type { HaltRun } from './halts/halt-run.ts'
import type { Notices } from './notices/notices.ts'
import type { Rooms } from './rooms.ts'
import type { Scenarios } from './scenarios.ts'
import type { Simulations } from './simulations.ts'
import type { SettingsStore } from './settings.ts'

/** What the handlers work with. */
export interface EngineContext {
  readonly services: Services
  readonly rooms: Rooms
  readonly gate: EngineGate
  readonly grants: Grants
  readonly approvals: Approvals
  readonly settings: SettingsStore
  readonly notices: Notices
  readonly demo: Demo
  readonly forgetCopies: ForgetCopies
  readonly archives: Archives
  readonly cases: Cases
  readonly halt: HaltRun
  readonly scenarios: Scenarios
  readonly simulations: Simulations
}
