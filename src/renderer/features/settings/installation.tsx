import interLicence from '@fontsource-variable/inter/LICENSE?raw'
import monoLicence from '@fontsource-variable/jetbrains-mono/LICENSE?raw'
import { CopyButton } from '../common/copy-button.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime, dayKey, sizeText } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Notices } from './notices.tsx'
import { Storage } from './storage.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { useApp } from '../state/store.ts'

const shells = { electron: 'desktop window', browser: 'browser', 'in-process': 'in process' } as const

/** What is running here, and where it stores its data. */
export function Installation(): React.JSX.Element | null {
  const info = useApp((state) => state.info)
  if (info === undefined) return null
  return (
    <>
      <div className="set">
        <span>Version</span>
        <div className="value">
          <span className="line">
            {info.version} <span className="dim">{`${shells[info.shell]}, ${info.platform}, Node ${info.node}`}</span>
          </span>
        </div>
      </div>
      <div className="set">
        <span>Data folder</span>
        <div className="value">
          <span className="line">
            <span className="mono meta cut">
              <VisibleText text={info.dataDir} />
            </span>
            <CopyButton text={info.dataDir} what="Path" />
          </span>
          <p className="hint">Journal and settings. Patchbay writes nowhere else unless you tell it to.</p>
        </div>
      </div>
      <Backups />
      <Storage />
      <div className="set">
        <span>Typefaces</span>
        <div className="value">
          <span className="line">
            Inter and JetBrains Mono <span className="dim">SIL Open Font License 1.1</span>
          </span>
          <Licence face="Inter" text={interLicence} />
          <Licence face="JetBrains Mono" text={monoLicence} />
        </div>
      </div>
      <Notices />
    </>
  )
}

/** The daily backups of the journal, and why there may be none or the journal is damaged. */
function Backups(): React.JSX.Element | null {
  const answer = useAnswer('app.backups', {})
  const fault = useApp((state) => state.state?.journalFault) ?? (answer?.ok === false ? answer.fault : undefined)
  const backups = answer?.ok === true ? answer.value : undefined
  return (
    <div className="set" role="group" aria-label="Backups">
      <span>Backups</span>
      <div className="value">
        {backups !== undefined && (
          <span className="line">
            {backups.count === 0 ? 'None yet' : `${backups.count} daily, ${sizeText(backups.bytes)}`}
            {backups.newest !== undefined && <span className="dim">{`newest ${dayKey(backups.newest)} ${clockTime(backups.newest)}`}</span>}
          </span>
        )}
        {backups !== undefined && backups.count > 0 && (
          <span className="line">
            <span className="mono meta cut">
              <VisibleText text={backups.folder} />
            </span>
            <CopyButton text={backups.folder} what="Path" />
          </span>
        )}
        {fault !== undefined && <FieldFault fault={fault} />}
        <p className="hint">
          Patchbay copies and checks its journal once a day and keeps the last seven. Secrets are not copied. <code>patchbay restore</code>{' '}
          returns to a backup.
        </p>
      </div>
    </div>
  )
}

function Licence({ face, text }: { readonly face: string; readonly text: string }): React.JSX.Element {
  return (
    <details className="licence">
      <summary>Licence of {face}</summary>
      <pre className="raw">{text}</pre>
    </details>
  )
}
