import interLicence from '@fontsource-variable/inter/LICENSE?raw'
import monoLicence from '@fontsource-variable/jetbrains-mono/LICENSE?raw'
import { CopyButton } from '../common/copy-button.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Notices } from './notices.tsx'
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

function Licence({ face, text }: { readonly face: string; readonly text: string }): React.JSX.Element {
  return (
    <details className="licence">
      <summary>Licence of {face}</summary>
      <pre className="raw">{text}</pre>
    </details>
  )
}
