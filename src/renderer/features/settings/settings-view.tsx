import { useApp } from '../state/store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { NoticeSettingsSection } from '../notices/notice-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { EditorSetting } from './editor-setting.tsx'
import { GrantList } from './grant-list.tsx'
import { Installation } from './installation.tsx'
import { TerminalWait } from './terminal-wait.tsx'
import { WorkspaceList } from './workspace-list.tsx'
import '../first-run/first-run.css'
import './settings.css'

/** All settings, in one column. Changes take effect immediately. */
export function SettingsView(): React.JSX.Element {
  return (
    <>
      <header className="head">
        <h1>Settings</h1>
      </header>
      <div className="scroll settings">
        <div className="column">
          <SettingsNote />
          <section aria-labelledby="set-look">
            <h2 id="set-look">Appearance</h2>
            <AppearanceSettings />
          </section>
          <section aria-labelledby="set-notices">
            <h2 id="set-notices">What reaches you</h2>
            <NoticeSettingsSection />
          </section>
          <section aria-labelledby="set-terminals">
            <h2 id="set-terminals">Agents in terminals</h2>
            <TerminalWait />
          </section>
          <section aria-labelledby="set-files">
            <h2 id="set-files">Files</h2>
            <EditorSetting />
          </section>
          <section aria-labelledby="set-spaces">
            <h2 id="set-spaces">Workspaces</h2>
            <WorkspaceList />
          </section>
          <section aria-labelledby="set-grants">
            <h2 id="set-grants">Standing approvals</h2>
            <GrantList />
          </section>
          <section aria-labelledby="set-about">
            <h2 id="set-about">About</h2>
            <Installation />
          </section>
        </div>
      </div>
    </>
  )
}

/** Which stored settings could not be used. */
function SettingsNote(): React.JSX.Element | null {
  const note = useApp((state) => state.info?.settingsNote)
  return note === undefined ? null : (
    <p className="note small" role="note">
      <Glyph shape="over" /> {note}
    </p>
  )
}
