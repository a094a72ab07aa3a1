import { SingleKeysSwitch } from '#manage/controls/keys/single-keys-switch.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'

/** Settings of this browser. */
export function KeysPanel() {
  return (
    <Panel title="快捷键">
      <SingleKeysSwitch />
    </Panel>
  )
}
