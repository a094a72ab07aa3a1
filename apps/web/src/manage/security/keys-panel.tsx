import { useState } from 'react'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { areSingleKeysOn, setSingleKeys } from '#manage/controls/keys/key-bindings.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'

/** Settings of this browser. */
export function KeysPanel() {
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  return (
    <Panel title="快捷键">
      <Switch
        label="单键快捷键"
        note="如 J、K、X、? 与 G 之后的字母。关掉后只有带 Ctrl、Alt 的键起作用。只管这个浏览器"
        isOn={isOn}
        onChange={(next) => {
          setSingleKeys(next)
          setIsOn(next)
        }}
      />
    </Panel>
  )
}
