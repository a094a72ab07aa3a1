import { Switch } from '../forms/switch.tsx'
import { setSingleKeys, useSingleKeys } from './single-keys.ts'

/** Switches the keys without Ctrl or Alt off and on. */
export function SingleKeysSwitch() {
  const isOn = useSingleKeys((state) => state.isOn)
  return (
    <Switch
      label="单键快捷键"
      note="如 J、K、X、? 与 G 之后的字母。关掉后只有带 Ctrl、Alt 的键与 Esc 起作用，公开页面上的 E 也不再起作用。只管这个浏览器"
      isOn={isOn}
      onChange={setSingleKeys}
    />
  )
}
