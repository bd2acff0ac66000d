import { useState } from 'react'
import { z } from 'zod'

const schema = z.array(z.object({ packages: z.array(z.string()), licence: z.string(), text: z.string() }))
type Notice = z.infer<typeof schema>[number]

/** The licences of what Patchbay is made of. The build writes them beside the page. */
export function Notices(): React.JSX.Element {
  const [notices, setNotices] = useState<readonly Notice[]>()
  const [isMissing, setMissing] = useState(false)
  const load = async (): Promise<void> => {
    if (notices !== undefined) return
    try {
      setNotices(schema.parse(await (await fetch('notices.json')).json()))
    } catch {
      setMissing(true)
    }
  }
  return (
    <div className="set">
      <span>Packages</span>
      <div className="value">
        <details className="licence" onToggle={(event) => void (event.currentTarget.open && load())}>
          <summary>Third-party notices</summary>
          {isMissing && <p className="hint">This page has none: the build writes them.</p>}
          {notices?.map((notice) => (
            <OneNotice key={notice.packages.join()} notice={notice} />
          ))}
        </details>
      </div>
    </div>
  )
}

function OneNotice({ notice: { packages, licence, text } }: { readonly notice: Notice }): React.JSX.Element {
  return (
    <details className="licence">
      <summary>
        {packages.join(', ')} <span className="dim">{licence}</span>
      </summary>
      <pre className="raw">{text}</pre>
    </details>
  )
}
